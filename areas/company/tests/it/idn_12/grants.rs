//! People who let a client act, and the end of that.

use clients::INTEGRATIONS_PER_PAGE;
use http::StatusCode;
use identity::IdentitySettings;
use identity::token::grant::GRANTS_SHOWN_MAX;
use kernel::Clock as _;
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use super::{Admin, CLIENT, Rooms};
use crate::branch::Branch;
use crate::house::{assert_error, tokens};
use crate::town::{Town, exchange};

const NEVER: &str = "нет сведений";
const REVOKE: &str = "/bank/integrations/app-018f3b1c6f5e7a00800000000000000a/revoke";

store::queries! {
    /// A login of ivanova through demo-erp, with scopes of its own.
    SEED_GRANT = "insert into sessions (session_id, client_id, user_id, cnum, scope, authenticated_at_us,
            created_at_us, expires_at_us, refresh_generation, refresh_hash)
        values ($1, 'demo-erp', 'U00001', 'C00001', $1, $2, $2, $3, 0, $4)";
}

/// Grants more.
async fn grant(rooms: &Rooms, numbers: std::ops::Range<usize>) {
    let now = rooms.branch.town.clock.now();
    let seed = move |tx: &mut Tx| -> Result<(), StoreError> {
        numbers.clone().try_for_each(|number| {
            let values = params![format!("seeded-{number}"), now, now.plus_seconds(3_600), [0_u8; 32]];
            tx.execute_one(&SEED_GRANT, values)
        })
    };
    rooms.branch.town.store.write("seed grants", seed).await.unwrap();
}

on_both_engines! {
    async fn idn_12_a_revoked_grant_ends_with_its_tokens_and_codes(bench: Bench) {
        let mut rooms = Rooms::open(&bench).await;
        let rights = "login,cnum,rights\nivanova,C00002,\n";
        rooms.branch.town.import(&[("user_rights.csv", rights)]).await;
        let mut petrov = rooms.petrov().await;
        let secret = petrov.register().await;
        let never = petrov.look(CLIENT).await;
        assert!(never.body.contains(NEVER), "{}", never.body);
        let own = rooms.log_in(&bench, "petrov", CLIENT, &secret).await;
        let hers = rooms.log_in(&bench, "ivanova", CLIENT, &secret).await;
        let code = rooms.code("ivanova", CLIENT).await;
        let page = petrov.look(CLIENT).await;
        assert!(page.body.contains("Иванова Анна (ivanova)") && page.body.contains("Пётр Петров (petrov)"));
        assert!(!page.body.contains(NEVER), "{}", page.body);
        let done = petrov.post(REVOKE, &[("user", "U00001")]).await;
        assert_eq!(done.location(), format!("/bank/integrations/{CLIENT}?done=revoked"));
        rooms.branch.poll().await;
        assert!(!rooms.accepts(&hers) && rooms.accepts(&own));
        assert_error(&rooms.refresh(&bench, &hers.refresh, CLIENT, &secret).await, 400, "invalid_grant");
        assert_error(&rooms.exchange(&bench, &code, CLIENT, &secret).await, 400, "invalid_grant");
        let page = petrov.look(CLIENT).await;
        assert!(!page.body.contains("(ivanova)") && page.body.contains("(petrov)"), "{}", page.body);
        assert_eq!(petrov.post(REVOKE, &[("everybody", "yes")]).await.status, StatusCode::SEE_OTHER);
        rooms.branch.poll().await;
        assert!(!rooms.accepts(&own));
        // The administrator's own session of the online bank is none of the client's.
        assert_eq!(petrov.look(CLIENT).await.status, StatusCode::OK);
        let ended = rooms.trail("session.revoked").await;
        assert!(ended.len() == 2 && ended.iter().all(|entry| entry.contains("BY_COMPANY")), "{ended:?}");
        assert_eq!(rooms.trail("client.grants_revoked").await.len(), 2);
    }

    async fn idn_12_a_client_of_several_companies_is_seen_and_ended_for_the_own_alone(bench: Bench) {
        let mut rooms = Rooms::open(&bench).await;
        let mut petrov = rooms.petrov().await;
        // demo-erp serves C00001 and C00002; nobody administers the other.
        let page = petrov.look("demo-erp").await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        assert!(page.body.contains("меняет банк") && !page.body.contains("/settings"), "{}", page.body);
        for path in ["settings", "secret", "secret/end", "off", "on"] {
            let fields = [("version", "1"), ("overlap", "none"), ("name", "x"), ("profile", "STANDARD"),
                ("redirect_uris", super::CALLBACK)];
            let answer = petrov.post(&format!("/bank/integrations/demo-erp/{path}"), &fields).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}: {}", answer.body);
        }
        assert!(rooms.trail("client.").await.is_empty());
        let town = &rooms.branch.town;
        let first = exchange(&bench, town, &chosen(town, "C00001").await).await;
        let second = exchange(&bench, town, &chosen(town, "C00002").await).await;
        let (first, second) = (tokens(&first), tokens(&second));
        let done = petrov.post("/bank/integrations/demo-erp/revoke", &[("everybody", "yes")]).await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.body);
        rooms.branch.poll().await;
        assert!(!rooms.accepts(&first) && rooms.accepts(&second), "the other company's login goes on");
        // Whoever administers both changes it.
        let rights = "login,cnum,rights\npetrov,C00002,ACT COMPANY_ADMINISTRATOR\n";
        rooms.branch.town.import(&[("user_rights.csv", rights)]).await;
        assert!(petrov.look("demo-erp").await.body.contains("/bank/integrations/demo-erp/settings"));
    }

    async fn idn_12_what_is_revoked_is_the_users_the_companys_and_the_clients(bench: Bench) {
        let (mut rooms, mut petrov, secret) = Rooms::with_client(&bench).await;
        for (form, codes) in [(("user", "U00001"), 1), (("everybody", "yes"), 2)] {
            let town = &rooms.branch.town;
            let (gone, kept) = (chosen(town, "C00001").await, chosen(town, "C00002").await);
            let (gone, kept) =
                (tokens(&exchange(&bench, town, &gone).await), tokens(&exchange(&bench, town, &kept).await));
            let of_another_client = rooms.log_in(&bench, "ivanova", CLIENT, &secret).await;
            // Codes that wait: of these the same ones go, and none that is exchanged already.
            let (first, second) = (chosen(town, "C00001").await, chosen(town, "C00002").await);
            let third = rooms.code("ivanova", CLIENT).await;
            let of_petrov = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
            let done = petrov.post("/bank/integrations/demo-erp/revoke", &[form]).await;
            assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.body);
            rooms.branch.poll().await;
            assert!(!rooms.accepts(&gone), "{form:?}");
            assert!(rooms.accepts(&kept) && rooms.accepts(&of_another_client), "{form:?}");
            let town = &rooms.branch.town;
            assert_error(&exchange(&bench, town, &first).await, 400, "invalid_grant");
            tokens(&exchange(&bench, town, &second).await);
            tokens(&rooms.exchange(&bench, &third, CLIENT, &secret).await);
            let of_petrov = exchange(&bench, town, &of_petrov).await;
            assert_eq!(of_petrov.status == StatusCode::OK, codes == 1, "{form:?}");
            let told = rooms.trail("client.grants_revoked").await;
            let told = told.last().unwrap();
            assert!(told.contains(&format!("\"codes\":{codes},")), "{told}");
            town.clock.advance_seconds(1);
        }
    }

    async fn idn_12_the_list_of_clients_has_pages(bench: Bench) {
        let (rooms, mut petrov, secret) = Rooms::with_client(&bench).await;
        let others: Vec<String> = (0..INTEGRATIONS_PER_PAGE)
            .map(|number| format!("a-{number},App,https://a.example/,C00001\n"))
            .collect();
        let file = format!("client_id,name,redirect_uris,cnums\n{}", others.concat());
        rooms.branch.town.import(&[("oauth_clients.csv", &file)]).await;
        rooms.log_in(&bench, "petrov", CLIENT, &secret).await;
        let mut seen = std::collections::BTreeSet::new();
        for (page, expected, unused) in [(1, INTEGRATIONS_PER_PAGE, INTEGRATIONS_PER_PAGE), (2, 4, 3)] {
            let shown = petrov.browser.get(&format!("/bank/integrations?page={page}")).await;
            let ids = shown.body.split("class=\"row-link\" href=\"/bank/integrations/").skip(1);
            let ids: Vec<&str> = ids.map(|rest| rest.split('"').next().unwrap()).collect();
            assert_eq!(ids.len(), usize::try_from(expected).unwrap(), "{}", shown.body);
            assert_eq!(shown.body.matches(NEVER).count(), usize::try_from(unused).unwrap(), "page {page}");
            seen.extend(ids.into_iter().map(str::to_owned));
        }
        assert_eq!(seen.len(), usize::try_from(INTEGRATIONS_PER_PAGE).unwrap() + 4, "each once");
        assert!(petrov.browser.get("/bank/integrations").await.body.contains("page=2"));
        let past = petrov.browser.get("/bank/integrations?page=3").await;
        assert!(past.body.contains("На этой странице ничего нет"), "{}", past.body);
    }

    async fn idn_12_the_page_of_a_client_says_when_more_people_gave_access(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        let mut petrov = rooms.petrov().await;
        for (from, to, is_told) in [(0, GRANTS_SHOWN_MAX, false), (GRANTS_SHOWN_MAX, GRANTS_SHOWN_MAX + 1, true)] {
            grant(&rooms, from..to).await;
            let page = petrov.look("demo-erp").await;
            assert_eq!(page.body.matches("name=\"user\" value=\"U00001\"").count(), GRANTS_SHOWN_MAX);
            assert_eq!(page.body.contains("Показаны не все, кто дал доступ"), is_told, "{}", page.body);
        }
    }

    async fn idn_12_the_last_use_is_told_of_a_client_past_the_end_of_the_list(bench: Bench) {
        let (rooms, mut petrov, secret) = Rooms::with_client(&bench).await;
        let others: Vec<String> = (0..clients::INTEGRATIONS_PER_COMPANY_MAX)
            .map(|number| format!("a-{number},App,https://a.example/,C00001\n"))
            .collect();
        let file = format!("client_id,name,redirect_uris,cnums\n{}", others.concat());
        rooms.branch.town.import(&[("oauth_clients.csv", &file)]).await;
        let never = petrov.look(CLIENT).await;
        assert!(never.body.contains(NEVER), "{}", never.body);
        rooms.log_in(&bench, "petrov", CLIENT, &secret).await;
        let page = petrov.look(CLIENT).await;
        assert!(!page.body.contains(NEVER), "{}", page.body);
    }

    async fn idn_12_access_is_told_to_last_as_long_as_logins_do(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        for (login_lifetime_s, told) in [(3_600, "до 1\u{a0}дня."), (30 * 86_400, "до 30\u{a0}дней.")] {
            let settings = IdentitySettings { login_lifetime_s, ..rooms.branch.town.settings.clone() };
            let branch = Branch::in_town(Town::process(&bench, settings).await).await;
            let mut petrov = Admin::new(branch.petrov().await, "demo-petrov").await;
            let page = petrov.look("demo-erp").await;
            assert!(page.body.contains(told), "{told}: {}", page.body);
        }
    }

    async fn idn_12_a_grant_form_names_somebody(bench: Bench) {
        let (_rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        let cases: [&[(&str, &str)]; 4] =
            [&[], &[("user", "U 1")], &[("user", "U1"), ("everybody", "yes")], &[("user", "\u{202e}")]];
        for fields in cases {
            assert_eq!(petrov.post(REVOKE, fields).await.status, StatusCode::BAD_REQUEST, "{fields:?}");
        }
        // Nobody of that name: nothing ends, and the page says that no access is left.
        assert_eq!(petrov.post(REVOKE, &[("user", "U99999")]).await.status, StatusCode::SEE_OTHER);
    }
}

/// ivanova at the end of a login through demo-erp for this company.
async fn chosen(town: &crate::town::Town, cnum: &str) -> crate::browser::Page {
    let mut browser = town.browser();
    let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
    browser.submit(&page, "/login/company", &[("cnum", cnum)]).await
}
