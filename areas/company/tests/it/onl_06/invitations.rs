//! People are invited, come in by their link, and join another company with their own login.

use std::num::NonZeroU32;

use company::invitation::{INVITATION_KEPT_S, INVITATION_S, INVITATIONS_MAX, Invitation, Invitee};
use company::store::invitations;
use edge::RateLimit;
use http::StatusCode;
use identity::person::second_factor::TotpSecret;
use kernel::Clock;
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use super::{change, rights, rooms, with_petrov};
use crate::branch::Branch;
use crate::browser::{Browser, Page};
use crate::idn_12::{Admin, Rooms};

store::queries! {
    INVITATIONS = "select invitation_id from invitations";

    /// Invitations whose person has chosen a password.
    CHOSEN = "select invitation_id from invitations where cnum = $1 and setup_key_sha256 is not null";
}

const PASSWORD: &str = "a-long-own-password";
const OVER: &str = "Приглашение не действует";
const REVOKE: &str = "/bank/invitations/revoke";

/// Invites a person and returns the path of the link.
async fn invite(admin: &mut Admin, login: &str, given: &[&str]) -> String {
    link(&try_to_invite(admin, login, given).await)
}

async fn try_to_invite(admin: &mut Admin, login: &str, given: &[&str]) -> Page {
    let mut fields = vec![("name", "Анна Новая"), ("login", login)];
    fields.extend(given.iter().map(|right| ("right", *right)));
    admin.post("/bank/invitations", &fields).await
}

fn link(page: &Page) -> String {
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    let (_, rest) = page.body.split_once("http://127.0.0.1:8081/invitation/").unwrap();
    format!("/invitation/{}", rest.split('<').next().unwrap())
}

/// The secret that the page of the second factor shows.
fn secret(page: &Page) -> TotpSecret {
    let (_, rest) = page.body.split_once("aria-labelledby=\"secret-label\">").unwrap();
    TotpSecret::from_base32(rest.split('<').next().unwrap()).unwrap()
}

async fn choose(browser: &mut Browser, link: &str) -> Page {
    browser.post(link, &[("password", PASSWORD), ("repeated", PASSWORD)]).await
}

async fn confirm(rooms: &Rooms, browser: &mut Browser, link: &str, chosen: &Page) -> Page {
    let code = secret(chosen).code_at(rooms.branch.town.clock.now()).unwrap();
    let fields = [("key", chosen.hidden("key")), ("code", code)];
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    browser.post(&format!("{link}/second-factor"), &fields).await
}

fn is_over(page: &Page) -> bool {
    page.status == StatusCode::NOT_FOUND && page.body.contains(OVER)
}

/// Tells that a page of the online bank says the same of a link, and nothing of another company.
fn is_over_for(page: &Page) -> bool {
    let told = page.body.contains("Ссылка не действует") && !page.body.contains("принадлежит");
    page.status == StatusCode::NOT_FOUND && told
}

on_both_engines! {
    async fn onl_06_an_invited_person_comes_in_with_password_and_second_factor(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let page = try_to_invite(&mut petrov, " Anna@Romashka.example ", &["VIEW_ACCOUNTS"]).await;
        assert!(page.body.contains("data-shown-once") && page.header("cache-control") == "no-store");
        let link = link(&page);
        let list = petrov.browser.get("/bank/invitations").await;
        for told in ["Анна Новая", "anna@romashka.example", "Работать от имени компании, видеть счета"] {
            assert!(list.body.contains(told), "{told}: {}", list.body);
        }
        let token = link.strip_prefix("/invitation/").unwrap();
        assert!(!list.body.contains(token), "shown once");
        let mut anna = rooms.branch.browser();
        let page = anna.get(&link).await;
        assert!(page.body.contains("ООО «Ромашка»") && page.body.contains("anna@romashka.example"), "{}", page.body);
        let differ = anna.post(&link, &[("password", PASSWORD), ("repeated", "another")]).await;
        assert_eq!(differ.status, StatusCode::UNPROCESSABLE_ENTITY);
        let weak = anna.post(&link, &[("password", "12345678"), ("repeated", "12345678")]).await;
        assert_eq!(weak.status, StatusCode::UNPROCESSABLE_ENTITY);
        let chosen = choose(&mut anna, &link).await;
        let wrong = [("key", chosen.hidden("key")), ("code", "000000".to_owned())];
        let wrong = wrong.each_ref().map(|(name, value)| (*name, value.as_str()));
        let again = anna.post(&format!("{link}/second-factor"), &wrong).await;
        assert_eq!((again.status, secret(&again)), (StatusCode::UNPROCESSABLE_ENTITY, secret(&chosen)));
        let codes = confirm(&rooms, &mut anna, &link, &chosen).await;
        assert_eq!(codes.body.matches("data-shown-once").count(), 10, "{}", codes.body);
        // The link works once; the login asks for both, and for another code than the one that is spent.
        assert!(is_over(&anna.get(&link).await) && is_over(&choose(&mut anna, &link).await));
        let login = rooms.branch.type_in(&mut anna, "anna@romashka.example", PASSWORD).await;
        let spent = secret(&chosen).code_at(rooms.branch.town.clock.now()).unwrap();
        let spent = anna.submit(&login, "/login/code", &[("code", &spent)]).await;
        assert_eq!(spent.header("location"), "", "{}", spent.body);
        rooms.branch.town.clock.advance_seconds(30);
        let login = rooms.branch.type_in(&mut anna, "anna@romashka.example", PASSWORD).await;
        let code = secret(&chosen).code_at(rooms.branch.town.clock.now()).unwrap();
        assert_eq!(anna.submit(&login, "/login/code", &[("code", &code)]).await.location(), "/bank");
        let seen = anna.get("/bank").await;
        assert!(seen.body.contains("company=C00001"), "{}", seen.body);
        let people = petrov.browser.get("/bank/users").await;
        assert!(people.body.contains("anna@romashka.example") && people.body.contains("видеть счета"));
        assert!(petrov.browser.get("/bank/invitations").await.body.contains("Никто не приглашён"));
        let entries = rooms.trail("invitation.").await;
        assert_eq!(entries.len(), 2, "{entries:?}");
        // The clock stands still: the order of the two is not known.
        assert!(entries.iter().any(|entry| entry.starts_with("U00002 invitation.created")), "{entries:?}");
        assert!(entries.iter().any(|entry| entry.contains("invitation.accepted")), "{entries:?}");
        assert!(!entries.iter().any(|entry| entry.contains("anna@") || entry.contains(token)), "{entries:?}");
    }

    async fn online_bank_18_an_invitation_is_read_in_both_languages(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "anna@romashka.example", &["VIEW_ACCOUNTS"]).await;
        let mut anna = rooms.branch.browser();
        let page = anna.get(&link).await;
        let switch = format!("{link}/language");
        for part in [&format!("action=\"{switch}\""), "lang=\"ru\""] {
            assert!(page.body.contains(part), "{part}: {}", page.body);
        }
        let sent = anna.post(&switch, &[("language", "en")]).await;
        assert_eq!((sent.status, sent.location()), (StatusCode::SEE_OTHER, link.as_str()));
        let page = anna.get(&link).await;
        assert!(page.body.contains("<html lang=\"en\">") && page.body.contains("Romashka LLC"), "{}", page.body);
        // Nothing else is a language, and no link that is over is switched.
        assert_eq!(anna.post(&switch, &[("language", "xx")]).await.status, StatusCode::SEE_OTHER);
        assert!(anna.get(&link).await.body.contains("<html lang=\"en\">"));
        assert_eq!(anna.post("/invitation/x/language", &[("language", "ru")]).await.status, StatusCode::NOT_FOUND);
    }

    async fn onl_06_an_invitation_that_is_over_lets_nobody_in(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let mut anna = rooms.branch.browser();
        // Taken back, also in the middle.
        let link = invite(&mut petrov, "anna", &[]).await;
        let chosen = choose(&mut anna, &link).await;
        let id = petrov.browser.get("/bank/invitations").await.hidden("invitation");
        let mut sidorov = rooms.sidorov().await;
        let foreign = sidorov.post(REVOKE, &[("invitation", &id)]).await;
        assert_eq!(foreign.status, StatusCode::NOT_FOUND, "another company's");
        for _press in 0..2 {
            let done = petrov.post(REVOKE, &[("invitation", &id)]).await;
            assert_eq!(done.location(), "/bank/invitations?done=revoked");
        }
        assert_eq!(rooms.trail("invitation.revoked").await.len(), 1);
        assert!(is_over(&confirm(&rooms, &mut anna, &link, &chosen).await) && is_over(&anna.get(&link).await));
        let foreign = sidorov.post(REVOKE, &[("invitation", &id)]).await;
        assert_eq!(foreign.status, StatusCode::NOT_FOUND, "still another company's");
        // Invited again: the link before stops.
        let (first, second) = (invite(&mut petrov, "anna", &[]).await, invite(&mut petrov, "anna", &[]).await);
        assert!(is_over(&anna.get(&first).await));
        assert_eq!(anna.get(&second).await.status, StatusCode::OK);
        // Too late, also in the middle.
        let chosen = choose(&mut anna, &second).await;
        rooms.branch.town.clock.advance_seconds(INVITATION_S);
        assert!(is_over(&confirm(&rooms, &mut anna, &second, &chosen).await));
        assert!(is_over(&anna.get(&second).await) && is_over(&choose(&mut anna, &second).await));
        let unknown = "A".repeat(43);
        for unknown in ["x", unknown.as_str(), "%00", "%FF", "%FF%20"] {
            let link = format!("/invitation/{unknown}");
            assert!(is_over(&anna.get(&link).await), "{link}");
            let sent = anna.post(&format!("{link}/language"), &[("language", "ru")]).await;
            assert!(is_over(&sent), "{link}");
        }
        assert_eq!(rooms.trail("invitation.accepted").await.len(), 0);
    }

    async fn onl_06_an_address_cannot_try_links_without_end(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "anna", &[]).await;
        let limit = RateLimit { per_second: NonZeroU32::MIN, burst: NonZeroU32::MIN };
        let branch = Branch::in_town(rooms.branch.town.with_logins_begun(&bench, limit).await).await;
        let mut anna = branch.browser();
        for form in ["", "/language", "/second-factor"] {
            let path = format!("{link}{form}");
            assert_ne!(anna.post(&path, &[]).await.status, StatusCode::TOO_MANY_REQUESTS, "{form}");
            assert_eq!(anna.post(&path, &[]).await.status, StatusCode::TOO_MANY_REQUESTS, "{form}");
            branch.town.clock.advance_seconds(1);
        }
        assert_eq!(anna.get(&link).await.status, StatusCode::OK);
        assert_eq!(anna.get(&link).await.status, StatusCode::TOO_MANY_REQUESTS);
    }

    async fn onl_06_an_invitation_is_taken_back_alone(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let first = invite(&mut petrov, "anna", &[]).await;
        let gone = petrov.browser.get("/bank/invitations").await.hidden("invitation");
        let second = invite(&mut petrov, "sidorov", &[]).await;
        let done = petrov.post(REVOKE, &[("invitation", &gone)]).await;
        assert_eq!(done.location(), "/bank/invitations?done=revoked");
        assert!(is_over(&rooms.branch.browser().get(&first).await));
        let accepted = petrov.browser.get("/bank/invitations").await.hidden("invitation");
        assert_ne!(accepted, gone);
        let mut sidorov = rooms.sidorov().await;
        assert_eq!(sidorov.post(&format!("/bank{second}"), &[]).await.location(), "/bank", "the other one waits");
        // Each is told as it is.
        let again = petrov.post(REVOKE, &[("invitation", &gone)]).await;
        assert_eq!(again.location(), done.location());
        let late = petrov.post(REVOKE, &[("invitation", &accepted)]).await;
        assert_eq!(late.status, StatusCode::CONFLICT, "{}", late.body);
        assert_eq!(rooms.trail("invitation.revoked").await.len(), 1);
    }

    async fn onl_06_old_invitations_are_forgotten(bench: Bench) {
        let rooms = rooms(&bench).await;
        invite(&mut rooms.petrov().await, "anna", &[]).await;
        let town = &rooms.branch.town;
        let kept = async || town.store.query(&INVITATIONS, params![]).await.unwrap().len();
        for (later_s, left) in [(INVITATION_S + INVITATION_KEPT_S, 1), (1, 0)] {
            town.clock.advance_seconds(later_s);
            company::tidy_up(&town.state).await.unwrap();
            assert_eq!(kept().await, left);
        }
    }

    async fn onl_06_an_administrator_who_lost_the_right_lets_nobody_in(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "anna", &[]).await;
        let mut anna = rooms.branch.browser();
        let chosen = choose(&mut anna, &link).await;
        let without = "login,cnum,rights\npetrov,C00001,ACT SIGN_SECOND\n";
        rooms.branch.town.import(&[("user_rights.csv", without)]).await;
        assert!(is_over(&confirm(&rooms, &mut anna, &link, &chosen).await) && is_over(&anna.get(&link).await));
        assert_eq!(try_to_invite(&mut petrov, "boris", &[]).await.status, StatusCode::FORBIDDEN);
        rooms.branch.town.import(&[("user_rights.csv", super::RIGHTS)]).await;
        assert_eq!(anna.get(&link).await.status, StatusCode::OK, "given back by the bank");
        let locked = "user_id,login,full_name,status\nU00002,petrov,Пётр Петров,LOCKED\n";
        rooms.branch.town.import(&[("users.csv", locked)]).await;
        assert!(is_over(&anna.get(&link).await));
    }

    async fn onl_06_an_invitation_that_lets_nobody_in_waits_in_no_list(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        invite(&mut petrov, "anna", &[]).await;
        let without = "login,cnum,rights\npetrov,C00001,ACT\nivanova,C00001,ACT COMPANY_ADMINISTRATOR\n";
        rooms.branch.town.import(&[("user_rights.csv", without)]).await;
        let mut ivanova = Admin::new(rooms.branch.ivanova("C00001").await, "demo-ivanova").await;
        let waits = async |admin: &mut Admin| {
            let page = admin.browser.get("/bank/invitations").await;
            assert_eq!(page.status, StatusCode::OK, "{}", page.body);
            page.body.contains("<span class=\"mono\">anna</span>")
        };
        assert!(!waits(&mut ivanova).await);
        // Another one takes its place.
        let link = invite(&mut ivanova, "anna", &[]).await;
        assert!(waits(&mut ivanova).await);
        assert_eq!(rooms.branch.browser().get(&link).await.status, StatusCode::OK);
    }

    async fn onl_06_a_known_person_joins_with_the_own_login_alone(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let before = invite(&mut petrov, "sidorov", &["EDIT_PAYROLL"]).await;
        let link = invite(&mut petrov, "sidorov", &["EDIT_PAYROLL"]).await;
        let taken = choose(&mut rooms.branch.browser(), &link).await;
        assert_eq!(taken.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(taken.body.contains("Этот логин уже занят"), "{}", taken.body);
        assert_eq!(rights(&rooms, "U00003", "C00001").await, "", "nothing without consent");
        let consent = format!("/bank{link}");
        let asked = rooms.branch.browser().get(&consent).await;
        assert!(asked.location().starts_with("/bank/login?next=/bank/invitation/"), "{}", asked.location());
        let mut ivanova = Admin::new(rooms.branch.ivanova("C00002").await, "demo-ivanova").await;
        assert!(is_over_for(&ivanova.browser.get(&consent).await), "another person's");
        assert!(is_over_for(&ivanova.post(&consent, &[]).await));
        for unknown in ["/bank/invitation/x", "/bank/invitation/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
            assert!(is_over_for(&ivanova.browser.get(unknown).await), "{unknown}");
        }
        let mut sidorov = rooms.sidorov().await;
        let page = sidorov.browser.get(&consent).await;
        assert!(page.body.contains("ООО «Ромашка»"), "{}", page.body);
        assert!(page.body.contains("создавать и исправлять зарплатные ведомости"), "{}", page.body);
        let mut forged = rooms.sidorov().await;
        forged.csrf = petrov.csrf.clone();
        assert_eq!(forged.post(&consent, &[]).await.status, StatusCode::FORBIDDEN);
        assert_eq!(sidorov.post(&consent, &[]).await.location(), "/bank");
        assert_eq!(rights(&rooms, "U00003", "C00001").await, "ACT EDIT_PAYROLL");
        assert_eq!(rights(&rooms, "U00003", "C00003").await, "ACT COMPANY_ADMINISTRATOR", "the others stay");
        assert_eq!(sidorov.post(&consent, &[]).await.location(), "/bank", "a second press");
        assert!(is_over_for(&sidorov.browser.get(&consent).await), "used");
        assert_eq!(rooms.trail("invitation.accepted").await.len(), 1);
        assert!(is_over_for(&ivanova.post(&consent, &[]).await), "still another person's");
        let withdrawn = sidorov.post(&format!("/bank{before}"), &[]).await;
        assert!(is_over_for(&withdrawn), "not by that link");
        // The answer is not looked at: it would change nothing.
        let again = [("name", "Сидор"), ("login", "sidorov"), ("answer", "wrong")];
        let member = petrov.post("/bank/invitations", &again).await;
        assert!(member.body.contains("уже работает с компанией"), "{}", member.body);
    }

    async fn onl_06_whoever_works_for_the_company_by_now_keeps_the_rights_of_the_bank(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "sidorov", &["EDIT_PAYROLL"]).await;
        let mut sidorov = rooms.sidorov().await;
        let given = "login,cnum,rights\nsidorov,C00001,ACT SIGN_FIRST\n";
        rooms.branch.town.import(&[("user_rights.csv", given)]).await;
        let refused = sidorov.post(&format!("/bank{link}"), &[]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.body);
        assert!(refused.body.contains("Вы уже работаете с этой компанией"), "{}", refused.body);
        assert_eq!(rights(&rooms, "U00003", "C00001").await, "ACT SIGN_FIRST");
        assert!(rooms.trail("invitation.accepted").await.is_empty());
    }

    async fn onl_06_a_login_that_is_taken_meanwhile_is_nobodys_to_join_with(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "anna", &[]).await;
        let mut anna = rooms.branch.browser();
        let chosen = choose(&mut anna, &link).await;
        let taken = "user_id,login,full_name,status\nU00099,anna,Другая Анна,ACTIVE\n";
        rooms.branch.town.import(&[("users.csv", taken)]).await;
        assert!(is_over(&confirm(&rooms, &mut anna, &link, &chosen).await));
        assert_eq!(rights(&rooms, "U00099", "C00001").await, "");
        assert!(rooms.trail("invitation.accepted").await.is_empty());
    }

    async fn onl_06_an_invitation_that_was_accepted_is_told_as_changed_to_whoever_takes_it_back(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "sidorov", &[]).await;
        let id = petrov.browser.get("/bank/invitations").await.hidden("invitation");
        let mut sidorov = rooms.sidorov().await;
        assert_eq!(sidorov.post(&format!("/bank{link}"), &[]).await.location(), "/bank");
        let late = petrov.post(REVOKE, &[("invitation", &id)]).await;
        assert_eq!(late.status, StatusCode::CONFLICT, "{}", late.body);
        assert_eq!(rights(&rooms, "U00003", "C00001").await, "ACT");
    }

    async fn onl_06_a_form_of_another_site_accepts_no_invitation(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "anna", &[]).await;
        for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
            let mut browser = rooms.branch.browser().with_header(name, value);
            let refused = choose(&mut browser, &link).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{name}: {}", refused.body);
        }
        let rows = rooms.branch.town.store.query(&CHOSEN, params!["C00001"]).await.unwrap();
        assert!(rows.is_empty(), "nothing is chosen");
    }

    async fn onl_06_a_company_has_so_many_invitations_and_no_more(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let now = rooms.branch.town.clock.now();
        let waiting: Vec<Invitation> = (0..INVITATIONS_MAX)
            .map(|number| Invitation {
                id: rooms.branch.town.state.randomness.uuid(now),
                company: "C00001".parse().unwrap(),
                invitee: Invitee::read("Анна", &format!("anna-{number}"), &[]).unwrap(),
                invited_by: "U00002".parse().unwrap(),
                created_at: now,
                expires_at: now.plus_seconds(INVITATION_S),
                is_ended: false,
            })
            .collect();
        let write = move |tx: &mut Tx| -> Result<(), StoreError> {
            for one in &waiting {
                assert!(invitations::insert(tx, one, one.invitee.login.as_str())?);
            }
            Ok(())
        };
        rooms.branch.town.store.write("invite many", write).await.unwrap();
        for answer in [petrov.answer, "not looked at"] {
            let fields = [("name", "Борис"), ("login", "boris"), ("answer", answer)];
            let refused = petrov.post("/bank/invitations", &fields).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
            assert!(refused.body.contains("столько приглашений, сколько можно"), "{answer}: {}", refused.body);
        }
        assert!(rooms.trail("invitation.").await.is_empty());
        // One of them again takes the place of the one before, and one that is over makes room.
        invite(&mut petrov, "anna-0", &[]).await;
        rooms.branch.town.clock.advance_seconds(INVITATION_S);
        invite(&mut rooms.petrov().await, "boris", &[]).await;
    }

    async fn onl_06_the_second_factor_is_shown_to_one_browser(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "anna", &[]).await;
        let (mut one, mut other) = (rooms.branch.browser(), rooms.branch.browser());
        let first = choose(&mut one, &link).await;
        let second = choose(&mut other, &link).await;
        assert_ne!(secret(&first), secret(&second));
        assert!(is_over(&confirm(&rooms, &mut one, &link, &first).await), "another browser has gone on");
        let page = one.get(&link).await;
        assert!(!page.body.contains("secret-label"), "{}", page.body);
        let twice = tokio::join!(
            confirm(&rooms, &mut one, &link, &second),
            confirm(&rooms, &mut other, &link, &second)
        );
        let joined = [&twice.0, &twice.1].into_iter().filter(|page| page.status == StatusCode::OK).count();
        assert_eq!(joined, 1, "{} {}", twice.0.status, twice.1.status);
        assert_eq!(rooms.trail("invitation.accepted").await.len(), 1);
    }

    async fn onl_06_no_invitation_gives_a_signature_or_is_made_by_others(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        for right in ["SIGN_FIRST", "SIGN_SECOND", "SIGN_TREASURY", "COMPANY_ADMINISTRATOR", "ANY"] {
            let refused = try_to_invite(&mut petrov, "anna", &["VIEW_ACCOUNTS", right]).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{right}");
        }
        for (name, login) in [("", "anna"), ("Анна", ""), ("Анна", "анна"), ("Анна", "a b")] {
            let refused = petrov.post("/bank/invitations", &[("name", name), ("login", login)]).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name} {login}");
        }
        let wrong = [("name", "Анна"), ("login", "anna"), ("answer", "wrong")];
        let refused = petrov.post("/bank/invitations", &wrong).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "not confirmed");
        assert!(refused.body.contains("invite-answer-fault") && refused.body.contains("value=\"anna\""));
        let mut ivanova = Admin::new(rooms.branch.ivanova("C00001").await, "demo-ivanova").await;
        assert_eq!(ivanova.browser.get("/bank/invitations").await.status, StatusCode::FORBIDDEN);
        assert_eq!(try_to_invite(&mut ivanova, "anna", &[]).await.status, StatusCode::FORBIDDEN);
        assert_eq!(ivanova.post(REVOKE, &[("invitation", "x")]).await.status,
            StatusCode::FORBIDDEN);
        assert!(rooms.trail("invitation.").await.is_empty());
        // Whoever belongs to the company already keeps what there is.
        let member = try_to_invite(&mut petrov, "ivanova", &[]).await;
        assert_eq!(member.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(change(&mut petrov, "U00001", "ACT SIGN_FIRST", "ACT SIGN_FIRST").await.status,
            StatusCode::SEE_OTHER);
    }

    async fn onl_06_nobody_makes_a_signer_of_a_person_they_have_let_in(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "sidorov", &[]).await;
        let mut sidorov = rooms.sidorov().await;
        assert_eq!(sidorov.post(&format!("/bank{link}"), &[]).await.location(), "/bank");
        for right in ["SIGN_FIRST", "SIGN_SECOND", "SIGN_TREASURY", "COMPANY_ADMINISTRATOR"] {
            let refused = change(&mut petrov, "U00003", "ACT", &format!("ACT {right}")).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{right}");
            assert!(refused.body.contains("даёт ему другой"), "{}", refused.body);
        }
        assert_eq!(rights(&rooms, "U00003", "C00001").await, "ACT");
        assert_eq!(change(&mut petrov, "U00003", "ACT", "ACT VIEW_ACCOUNTS").await.status, StatusCode::SEE_OTHER);
        for (administrator, company, user, expected) in [
            ("U00002", "C00001", "U00003", true),
            ("U00005", "C00001", "U00003", false),
            ("U00002", "C00003", "U00003", false),
            ("U00002", "C00001", "U00001", false),
        ] {
            let read = move |tx: &mut Tx| {
                let (administrator, user) = (administrator.parse().unwrap(), user.parse().unwrap());
                invitations::has_let_in(tx, &administrator, &company.parse().unwrap(), &user)
            };
            let has_let_in = rooms.branch.town.store.read("let in", read).await.unwrap();
            assert_eq!(has_let_in, expected, "{administrator} {company} {user}");
        }
        // The bank gives it, and the inviter takes it away but does not give it back.
        rooms.branch.town.import(&[("user_rights.csv", "login,cnum,rights\nsidorov,C00001,ACT SIGN_FIRST\n")]).await;
        assert_eq!(change(&mut petrov, "U00003", "ACT SIGN_FIRST", "ACT").await.status, StatusCode::SEE_OTHER);
        let back = change(&mut petrov, "U00003", "ACT", "ACT SIGN_FIRST").await;
        assert_eq!(back.status, StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn onl_06_no_secret_of_an_invitation_is_stored_in_plain(bench: Bench) {
        store::queries! {
            STORED = "select token_sha256, setup_password_hash, setup_secret_sealed, setup_key_sha256 from invitations
                where cnum = $1";
        }
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let link = invite(&mut petrov, "anna", &[]).await;
        let chosen = choose(&mut rooms.branch.browser(), &link).await;
        let rows = rooms.branch.town.store.query(&STORED, store::params!["C00001"]).await.unwrap();
        assert_eq!(rows.len(), 1);
        let token = link.strip_prefix("/invitation/").unwrap();
        for (column, plain) in
            [("token_sha256", token), ("setup_password_hash", PASSWORD), ("setup_key_sha256", &chosen.hidden("key"))]
        {
            assert!(!rows[0].text(column).unwrap().contains(plain), "{column}");
        }
        let sealed = rows[0].bytes("setup_secret_sealed").unwrap();
        let secret = secret(&chosen);
        assert!(!sealed.windows(secret.bytes().len()).any(|window| window == secret.bytes()));
    }
}
