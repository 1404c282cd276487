//! IDN-10: what the bank's operator does to credentials.

use std::sync::Arc;

use http::StatusCode;
use identity::person::second_factor::TotpSecret;
use kernel::Clock;
use testkit::{Bench, on_both_engines};

use crate::operator::{OperationError, Operator};
use crate::town::Town;

fn operator(town: &Town) -> Operator {
    Operator {
        store: town.store.clone(),
        clock: town.clock.clone(),
        randomness: Arc::new(kernel::SystemRandomness),
        settings: Arc::clone(&town.state.settings),
        name: "duty".to_owned(),
    }
}

on_both_engines! {
    async fn idn_10_an_operator_gives_passwords_and_ends_locks(bench: Bench) {
        let town = Town::build(&bench).await;
        let operator = operator(&town);
        operator.set_password("nopass", "first password").await.unwrap();
        let page = town.log_in(&mut town.browser(), "nopass", "first password").await;
        assert!(page.parameter("code").is_some());
        operator.set_password("nopass", "second password").await.unwrap();
        let page = town.log_in(&mut town.browser(), "nopass", "first password").await;
        assert_eq!(page.status, StatusCode::OK);
        for _ in 0..10 {
            town.log_in(&mut town.browser(), "nopass", "wrong").await;
        }
        let page = town.log_in(&mut town.browser(), "nopass", "second password").await;
        assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(page.header("retry-after"), "1800");
        operator.unlock("nopass").await.unwrap();
        let page = town.log_in(&mut town.browser(), "nopass", "second password").await;
        assert!(page.parameter("code").is_some());
        assert_eq!(operator.unlock("nobody").await, Err(OperationError::UnknownLogin));
        let trail = audit::list(&town.store, &audit::Filter::default(), 1_000).await.unwrap();
        for action in ["user.password_set", "user.unlocked"] {
            assert!(trail.iter().any(|entry| entry.action == action), "{action}");
        }
    }

    async fn idn_10_an_operator_gives_and_takes_the_second_factor(bench: Bench) {
        let town = Town::build(&bench).await;
        let operator = operator(&town);
        let uri = operator.set_totp("petrov").await.unwrap();
        assert!(uri.starts_with("otpauth://totp/Clientbank:petrov?secret="), "{uri}");
        let secret = uri.split("secret=").nth(1).unwrap().split('&').next().unwrap();
        let code = TotpSecret::from_base32(secret).unwrap().code_at(town.clock.now()).unwrap();
        let mut browser = town.browser();
        let page = town.log_in(&mut browser, "petrov", "demo-petrov").await;
        let done = browser.submit(&page, "/login/code", &[("code", &code)]).await;
        assert!(done.parameter("code").is_some());
        operator.remove_totp("petrov").await.unwrap();
        let page = town.log_in(&mut town.browser(), "petrov", "demo-petrov").await;
        assert!(page.parameter("code").is_some());
        assert_eq!(operator.set_totp("nopass").await, Err(OperationError::NoPassword));
    }
}
