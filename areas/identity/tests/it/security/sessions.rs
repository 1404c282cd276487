//! The own sessions, and their end.

use std::time::Duration;

use http::StatusCode;
use identity::store::{sessions, user_access};
use identity::token::grant::{ENDED_ONE_BY_ONE_MAX, OWN_SESSIONS_MAX};
use identity::token::online_bank::{IDLE_S, SessionLimits, USE_NOTED_EVERY_S};
use identity::work::online_bank::change_company;
use kernel::{Clock, UserId};
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use super::send;
use crate::branch::{Branch, is_open, token};
use crate::browser::{Browser, Page};
use crate::house::{Tokens, assert_error, tokens};
use crate::town::{Town, exchange, refresh};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const PATH: &str = "/bank/security/sessions";

store::queries! {
    SEED_SESSION = "insert into sessions (session_id, client_id, user_id, cnum, scope, authenticated_at_us,
            created_at_us, expires_at_us, refresh_generation, refresh_hash)
        values ($1, 'demo-erp', 'U00002', 'C00001', 'openid', $2, $2, $3, 0, $4)";
}

/// Begins many sessions of petrov's software.
async fn begin_sessions(branch: &Branch, number: usize) {
    let now = branch.town.clock.now();
    let seed = move |tx: &mut Tx| -> Result<(), StoreError> {
        (0..number).try_for_each(|index| {
            let values =
                params![format!("seeded-{number}-{index}"), now, now.plus_seconds(3_600), [0_u8; 32]];
            tx.execute_one(&SEED_SESSION, values)
        })
    };
    branch.town.store.write("seed sessions", seed).await.unwrap();
}

/// The sessions of a page: the hidden field of each that can be ended.
fn others(page: &Page) -> Vec<String> {
    page.body
        .split("name=\"session\" value=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

/// The rows of the table.
fn rows(page: &Page) -> Vec<String> {
    let (_, table) = page.body.split_once("<tbody>").unwrap();
    table.split("<tr>").skip(1).map(str::to_owned).collect()
}

async fn software(bench: &Bench, branch: &Branch, login: &str) -> Tokens {
    let mut browser = branch.browser_at("192.0.2.7").with_header("user-agent", FIREFOX);
    let page = branch.town.log_in(&mut browser, login, &format!("demo-{login}")).await;
    tokens(&exchange(bench, &branch.town, &page).await)
}

async fn petrov_at(branch: &Branch, address: &str) -> Browser {
    let mut browser = branch.browser_at(address).with_header("user-agent", FIREFOX);
    let page = branch.type_in(&mut browser, "petrov", "demo-petrov").await;
    assert_eq!(page.location(), "/bank");
    browser
}

on_both_engines! {
    async fn onl_04_another_company_waits_for_what_ends_the_sessions_of_the_user(bench: Bench) {
        let branch = Branch::open(&bench).await;
        branch.ivanova("C00001").await;
        let state = &branch.town.state;
        let user: UserId = "U00001".parse().unwrap();
        let session = sessions::list_own(&state.store, &user, branch.town.clock.now()).await.unwrap()[0].id.clone();
        // A unit that ends the sessions of a user begins so; this one is held up.
        let (tell_held, mut held) = tokio::sync::mpsc::unbounded_channel();
        let (release, released) = std::sync::mpsc::channel::<()>();
        let store = state.store.clone();
        let hold = move |tx: &mut Tx| -> Result<(), StoreError> {
            user_access::hold(tx, &user)?;
            tell_held.send(()).unwrap();
            released.recv().unwrap();
            Ok(())
        };
        let holding = tokio::spawn(async move { store.write_guarded("hold the access of a user", hold).await });
        held.recv().await.unwrap();
        let mut changing = Box::pin(change_company(state, session, "C00002".parse().unwrap()));
        let early = tokio::time::timeout(Duration::from_millis(200), &mut changing).await;
        assert!(early.is_err(), "a session that begins beside it would go on");
        release.send(()).unwrap();
        holding.await.unwrap().unwrap();
        assert!(changing.await.unwrap().is_some());
    }

    async fn onl_04_the_list_has_the_own_sessions_and_no_others(bench: Bench) {
        let branch = Branch::open(&bench).await;
        branch.ivanova("C00001").await;
        let mut browser = petrov_at(&branch, "2001:db8::5").await;
        software(&bench, &branch, "petrov").await;
        let page = browser.get(PATH).await;
        let rows = rows(&page);
        assert_eq!((rows.len(), others(&page).len()), (2, 1), "{}", page.body);
        let (own, api): (Vec<&String>, Vec<&String>) = rows.iter().partition(|row| row.contains("этот сеанс"));
        for text in ["Интернет-банк", "Firefox, 2001:db8::5", "C00001"] {
            assert!(own[0].contains(text), "{text}: {}", own[0]);
        }
        // The software's server fetched the tokens; the person logged in from somewhere else.
        for text in ["ERP «Ромашка» &#38; Co", "Firefox, 192.0.2.7"] {
            assert!(api[0].contains(text), "{text}: {}", api[0]);
        }
    }

    async fn onl_04_a_session_that_is_ended_is_refused_everywhere_within_the_bound(bench: Bench) {
        let mut branch = Branch::open(&bench).await;
        let mut browser = petrov_at(&branch, "192.0.2.1").await;
        let mut other = petrov_at(&branch, "192.0.2.2").await;
        let pair = software(&bench, &branch, "petrov").await;
        branch.poll().await;
        branch.verifier.verify_pair(&pair.access, &pair.identity).unwrap();
        for id in others(&browser.get(PATH).await) {
            for press in ["first", "second"] {
                let ended = send(&mut browser, "/bank/security/sessions/end", &[("session", &id)]).await;
                assert_eq!(ended.location(), "/bank/security/sessions?done=session", "{press}");
            }
        }
        let entries = audit::list(&branch.town.store, &audit::Filter::default(), 1_000).await.unwrap();
        let ended = entries.iter().filter(|entry| entry.action == "session.revoked").count();
        assert_eq!(ended, 2, "each ends once");
        // A process reads the feed every half second.
        branch.poll().await;
        assert_eq!(branch.verifier.verify_online_bank(token(&other)).unwrap_err(), edge::TokenError::Revoked);
        assert!(!is_open(&mut other).await);
        assert!(branch.verifier.verify_pair(&pair.access, &pair.identity).is_err());
        assert_error(&refresh(&bench, &branch.town, &pair.refresh).await, 400, "invalid_grant");
        assert!(is_open(&mut browser).await);
        assert_eq!(others(&browser.get(PATH).await), Vec::<String>::new());
    }

    async fn onl_04_nobody_ends_the_session_of_another(bench: Bench) {
        let mut branch = Branch::open(&bench).await;
        let (mut petrov, mut ivanova) = (branch.petrov().await, branch.ivanova("C00001").await);
        branch.ivanova("C00001").await;
        let of_ivanova = others(&ivanova.get(PATH).await);
        assert_eq!(of_ivanova.len(), 1);
        let user: UserId = "U00002".parse().unwrap();
        let own = sessions::list_own(&branch.town.store, &user, branch.town.clock.now()).await.unwrap();
        // The own one ends with the button for that alone.
        for id in [of_ivanova[0].as_str(), own[0].id.as_str(), "unknown", "", "../../x"] {
            let refused = send(&mut petrov, "/bank/security/sessions/end", &[("session", id)]).await;
            assert_eq!(refused.status, StatusCode::NOT_FOUND, "{id}");
        }
        let ended = send(&mut petrov, "/bank/security/sessions/end-others", &[]).await;
        assert_eq!(ended.location(), "/bank/security/sessions?done=sessions");
        branch.poll().await;
        assert!(is_open(&mut petrov).await && is_open(&mut ivanova).await);
        assert_eq!(others(&ivanova.get(PATH).await), of_ivanova, "they go on");
    }

    async fn onl_04_all_others_end_together(bench: Bench) {
        let (mut branch, mut browser) = Branch::with_petrov(&bench).await;
        let mut second = branch.petrov().await;
        let pair = software(&bench, &branch, "petrov").await;
        let unfetched = branch.town.log_in(&mut branch.town.browser(), "petrov", "demo-petrov").await;
        send(&mut browser, "/bank/security/sessions/end-others", &[]).await;
        branch.poll().await;
        assert!(!is_open(&mut second).await);
        assert!(branch.verifier.verify_pair(&pair.access, &pair.identity).is_err());
        assert_error(&exchange(&bench, &branch.town, &unfetched).await, 400, "invalid_grant");
        assert!(is_open(&mut browser).await);
        let page = browser.get(PATH).await;
        assert!(!page.body.contains("end-others"), "there is nothing left to end");
    }

    async fn onl_04_very_many_sessions_end_together_with_the_own_one(bench: Bench) {
        let mut branch = Branch::open(&bench).await;
        let (mut browser, mut neighbour) = (branch.petrov().await, branch.ivanova("C00001").await);
        branch.town.clock.advance_seconds(1);
        begin_sessions(&branch, ENDED_ONE_BY_ONE_MAX).await;
        let page = browser.get(PATH).await;
        assert_eq!(rows(&page).len(), usize::try_from(OWN_SESSIONS_MAX).unwrap());
        assert!(page.body.contains("не больше 100"), "{}", page.body);
        send(&mut browser, "/bank/security/sessions/end-others", &[]).await;
        branch.poll().await;
        assert!(is_open(&mut browser).await, "so many are told of one by one");
        let pair = software(&bench, &branch, "petrov").await;
        begin_sessions(&branch, ENDED_ONE_BY_ONE_MAX + 1).await;
        send(&mut browser, "/bank/security/sessions/end-others", &[]).await;
        branch.poll().await;
        assert!(!is_open(&mut browser).await, "one more, and one word ends all of them");
        assert!(branch.verifier.verify_pair(&pair.access, &pair.identity).is_err());
        let action = Some("sessions.revoked".to_owned());
        let filter = audit::Filter { action, ..audit::Filter::default() };
        let told = audit::list(&branch.town.store, &filter, 10).await.unwrap();
        let number = |entry: &audit::StoredEntry| {
            serde_json::from_str::<serde_json::Value>(&entry.detail).unwrap()["sessions"].as_u64()
        };
        let mut ended: Vec<Option<u64>> = told.iter().map(number).collect();
        ended.sort_unstable();
        // The seeded ones; then those, the software's and the own one.
        assert_eq!(ended, [Some(1_000), Some(1_003)]);
        assert!(is_open(&mut neighbour).await);
        let again = branch.petrov().await;
        assert!(again.cookies.contains_key("clientbank-session"));
    }

    async fn idn_11_very_many_sessions_end_with_the_tokens_of_a_clock_that_is_ahead(bench: Bench) {
        let (mut branch, mut browser) = Branch::with_petrov(&bench).await;
        begin_sessions(&branch, ENDED_ONE_BY_ONE_MAX).await;
        // The process that issues these has another clock than the one that ends them.
        branch.town.clock.advance_seconds(5);
        let pair = software(&bench, &branch, "petrov").await;
        branch.poll().await;
        branch.verifier.verify_pair(&pair.access, &pair.identity).unwrap();
        branch.town.clock.advance_seconds(-4);
        branch.poll().await;
        let sent = send(&mut browser, "/bank/security/sessions/end-others", &[]).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.body);
        branch.town.clock.advance_seconds(10);
        branch.poll().await;
        let refused = branch.verifier.verify_pair(&pair.access, &pair.identity);
        let is_revoked = matches!(refused, Err(edge::EdgeError::InvalidToken(edge::TokenError::Revoked)));
        assert!(is_revoked, "{refused:?}");
    }

    async fn onl_04_the_number_of_sessions_says_when_there_are_more(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let most = usize::try_from(OWN_SESSIONS_MAX).unwrap();
        for (begun, number, is_full) in [(most - 1, "100", false), (1, "100+", true)] {
            begin_sessions(&branch, begun).await;
            let page = browser.get("/bank/security").await;
            assert!(page.body.contains(&format!("доступ от вашего имени: {number}<")), "{number}: {}", page.body);
            let page = browser.get(PATH).await;
            assert_eq!((rows(&page).len(), page.body.contains("не больше 100")), (most, is_full), "{number}");
        }
    }

    async fn onl_04_a_session_that_nobody_uses_ends(bench: Bench) {
        let limits = SessionLimits { session_s: 3_600, idle_s: IDLE_S };
        let branch = Branch::in_town(Town::with_limits(&bench, limits).await).await;
        let idle_s = i64::from(IDLE_S);
        let (mut used, mut watched) = (branch.petrov().await, branch.petrov().await);
        watched = watched.with_header("clientbank-watching", "1");
        branch.town.clock.advance_seconds(idle_s - 1);
        assert!(is_open(&mut used).await);
        assert_eq!(others(&used.get(PATH).await).len(), 1);
        assert!(is_open(&mut watched).await, "a page that looks by itself sees");
        branch.town.clock.advance_seconds(1);
        assert!(!is_open(&mut watched).await, "and keeps nothing alive");
        assert_eq!(others(&used.get(PATH).await), Vec::<String>::new(), "the list does not have it");
        branch.town.clock.advance_seconds(idle_s - 2);
        assert!(is_open(&mut used).await, "every click counts");
        // A click soon after another is not noted: the end that is shown is the end that comes.
        branch.town.clock.advance_seconds(USE_NOTED_EVERY_S - 1);
        assert!(is_open(&mut used).await);
        branch.town.clock.advance_seconds(idle_s - USE_NOTED_EVERY_S + 1);
        assert!(!is_open(&mut used).await);
    }

    async fn onl_04_a_session_ends_at_its_limit_however_much_it_is_used(bench: Bench) {
        let limits = SessionLimits { session_s: 3_600, idle_s: IDLE_S };
        let branch = Branch::in_town(Town::with_limits(&bench, limits).await).await;
        let mut browser = branch.petrov().await;
        for _ in 0..5 {
            branch.town.clock.advance_seconds(600);
            assert!(is_open(&mut browser).await);
        }
        branch.town.clock.advance_seconds(599);
        assert!(is_open(&mut browser).await);
        branch.town.clock.advance_seconds(1);
        assert!(!is_open(&mut browser).await);
    }
}
