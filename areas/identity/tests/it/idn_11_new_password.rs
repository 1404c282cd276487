//! IDN-11: a new password ends what was opened with the old one.

use std::sync::Arc;

use testkit::{Bench, on_both_engines};

use crate::house::{ERP, House, SHOP, assert_error, poll, tokens};
use crate::operator::Operator;
use crate::town::{Town, exchange, refresh};

fn operator(house: &House) -> Operator {
    Operator {
        store: house.store.clone(),
        clock: house.clock.clone(),
        randomness: Arc::new(kernel::SystemRandomness),
        settings: Arc::clone(&house.state.settings),
        name: "duty".to_owned(),
    }
}

async fn import(town: &Town, login: &str, password: &str) {
    let file = format!("login,password\n{login},{password}\n");
    town.import(&[("credentials.csv", &file)]).await;
}

on_both_engines! {
    async fn idn_11_a_new_password_ends_every_session(bench: Bench) {
        let (house, verifier, mut feed) = House::with_verifier(&bench).await;
        let operator = operator(&house);
        operator.set_password("ivanova", "the first password").await.unwrap();
        let (own, other) = (house.log_in(ERP).await, house.log_in(SHOP).await);
        let code = house.code(ERP).await;
        poll(&verifier, &mut feed).await;
        verifier.verify_pair(&own.access, &own.identity).unwrap();
        verifier.verify_pair(&other.access, &other.identity).unwrap();

        operator.set_password("ivanova", "the second password").await.unwrap();
        // A process reads the feed every half second.
        poll(&verifier, &mut feed).await;
        assert!(verifier.verify_pair(&own.access, &own.identity).is_err());
        assert!(verifier.verify_access(&other.access).is_err());
        assert_error(&house.refresh(ERP, &own.refresh).await, 400, "invalid_grant");
        assert_error(&house.refresh(SHOP, &other.refresh).await, 400, "invalid_grant");
        assert_error(&house.userinfo(&own.access).await, 401, "invalid_token");
        assert_error(&house.exchange(ERP, &code).await, 400, "invalid_grant");

        bench.clock.advance_seconds(1);
        let new = house.log_in(ERP).await;
        verifier.verify_pair(&new.access, &new.identity).unwrap();
        assert!(verifier.verify_pair(&own.access, &own.identity).is_err());
        tokens(&house.refresh(ERP, &new.refresh).await);
        let trail = audit::list(&house.store, &audit::Filter::default(), 1_000).await.unwrap();
        let revoked = trail.iter().find(|entry| entry.action == "sessions.revoked").unwrap();
        assert!(revoked.detail.contains("\"sessions\":2"), "{}", revoked.detail);
    }

    async fn idn_11_an_imported_password_ends_sessions_when_it_is_another(bench: Bench) {
        let town = Town::build(&bench).await;
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        let mut own = tokens(&exchange(&bench, &town, &page).await);
        // The same file again changes nothing.
        import(&town, "petrov", "demo-petrov").await;
        own = tokens(&refresh(&bench, &town, &own.refresh).await);
        let unfetched = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        import(&town, "nopass", "first password").await;
        let neighbour = town.log_in(&mut town.browser(), "nopass", "first password").await;
        import(&town, "petrov", "another password").await;
        assert_error(&refresh(&bench, &town, &own.refresh).await, 400, "invalid_grant");
        assert_error(&exchange(&bench, &town, &unfetched).await, 400, "invalid_grant");
        tokens(&exchange(&bench, &town, &neighbour).await);
    }

    async fn idn_11_a_login_under_way_ends_with_the_old_password(bench: Bench) {
        let (town, mut browser) = Town::with_browser(&bench).await;
        // Two companies: the password is proved, the choice is still to come.
        let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        assert_eq!(page.status, http::StatusCode::OK, "{}", page.body);
        import(&town, "ivanova", "another password").await;
        let chosen = browser.submit(&page, "/login/company", &[("cnum", "C00001")]).await;
        assert_ne!(chosen.status, http::StatusCode::SEE_OTHER, "no code is given out");
        let page = town.log_in(&mut town.browser(), "ivanova", "another password").await;
        assert_eq!(page.status, http::StatusCode::OK, "{}", page.body);
    }
}
