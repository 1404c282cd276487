//! IDN-11: whoever is stopped, or gets another credential, loses sessions, codes and logins under way in the same
//! unit of work, and gets nothing of it back with the way in.

use std::sync::Arc;

use edge::{Verifier, VerifierSettings};
use http::StatusCode;
use identity::person::second_factor::TotpSecret;
use kernel::{Clock, SystemRandomness};
use store::{StoreError, Tx};
use testkit::{Bench, on_both_engines};

use crate::browser::{Browser, Page};
use crate::house::{Feed, Stopped, Tokens, assert_error, poll, set_stopped, tokens};
use crate::operator::Operator;
use crate::town::{TOTP_SECRET, Town, exchange, refresh};

const IVANOVA: Stopped = Stopped::User("U00001");
const ERP: Stopped = Stopped::Client("demo-erp");

/// Access of ivanova when she is stopped: a session, a code that nobody has exchanged, and a login under way.
struct Held {
    session: Tokens,
    code: Page,
    browser: Browser,
    choice: Page,
}

impl Held {
    async fn by_ivanova(bench: &Bench, town: &Town) -> Self {
        let session = tokens(&exchange(bench, town, &logged_in(town).await).await);
        let code = logged_in(town).await;
        let mut browser = town.browser();
        let choice = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        assert!(choice.body.contains("/login/company"), "{}", choice.body);
        Self { session, code, browser, choice }
    }

    /// Asserts that nothing of it works, whatever has happened since.
    async fn check_all_is_gone(mut self, bench: &Bench, town: &Town, verifier: &Verifier, what: &str) {
        assert!(verifier.verify_pair(&self.session.access, &self.session.identity).is_err(), "{what}");
        assert_error(&refresh(bench, town, &self.session.refresh).await, 400, "invalid_grant");
        assert_error(&exchange(bench, town, &self.code).await, 400, "invalid_grant");
        let chosen = self.browser.submit(&self.choice, "/login/company", &[("cnum", "C00001")]).await;
        assert_ne!(chosen.status, StatusCode::SEE_OTHER, "{what}");
    }
}

/// ivanova at the end of a login for one of her companies.
async fn logged_in(town: &Town) -> Page {
    let mut browser = town.browser();
    let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
    let page = browser.submit(&page, "/login/company", &[("cnum", "C00001")]).await;
    assert!(page.parameter("code").is_some(), "{}", page.body);
    page
}

pub(crate) async fn fed(town: &Town) -> (Verifier, Feed) {
    let settings = VerifierSettings {
        issuer: town.state.settings.issuer.clone(),
        audience: town.state.settings.api_audience.clone(),
        feed_age_s_max: Some(edge::REVOCATION_FEED_AGE_S_MAX),
    };
    let verifier = Verifier::new(settings, town.clock.clone());
    let mut feed = Feed::new(town.store.clone(), town.clock.clone());
    poll(&verifier, &mut feed).await;
    (verifier, feed)
}

/// A way to stop somebody, and the way back.
#[derive(Clone, Copy, Debug)]
enum Stop {
    UserByCommand,
    UserByImport,
    UserByHand,
    ClientByCommand,
    ClientByImport,
}

store::queries! {
    LOCK_BY_HAND = "update users set status = 'LOCKED' where user_id = 'U00001'";
}

async fn users(town: &Town, status: &str) {
    let file = format!("user_id,login,full_name,status\nU00001,ivanova,Иванова Анна,{status}\n");
    assert_eq!(town.import(&[("users.csv", &file)]).await.tables[0].changed, 1);
}

async fn client(town: &Town, status: &str) {
    let file = format!(
        "client_id,name,redirect_uris,cnums,status\ndemo-erp,ERP «Ромашка» & Co,\
         http://127.0.0.1:9090/callback https://erp.example/cb?tenant=7,C00001 C00002,{status}\n"
    );
    assert_eq!(town.import(&[("oauth_clients.csv", &file)]).await.tables[0].changed, 1);
}

async fn lock_by_hand(town: &Town) {
    let lock = |tx: &mut Tx| -> Result<(), StoreError> { tx.execute_one(&LOCK_BY_HAND, Vec::new()) };
    town.store.write("test", lock).await.unwrap();
}

async fn by_command(town: &Town, whom: Stopped, is_stopped: bool) {
    assert!(set_stopped(&town.store, &town.clock, whom, is_stopped).await);
}

async fn stop(town: &Town, stop: Stop) {
    match stop {
        Stop::UserByCommand => by_command(town, IVANOVA, true).await,
        Stop::UserByImport => users(town, "LOCKED").await,
        Stop::UserByHand => lock_by_hand(town).await,
        Stop::ClientByCommand => by_command(town, ERP, true).await,
        Stop::ClientByImport => client(town, "DISABLED").await,
    }
}

async fn let_in(town: &Town, stop: Stop) {
    match stop {
        Stop::UserByCommand | Stop::UserByHand => by_command(town, IVANOVA, false).await,
        Stop::UserByImport => users(town, "ACTIVE").await,
        Stop::ClientByCommand => by_command(town, ERP, false).await,
        Stop::ClientByImport => client(town, "ACTIVE").await,
    }
}

async fn stopped_and_let_in_again(bench: &Bench, how: Stop, poll_between: bool) {
    let town = Town::build(bench).await;
    let (verifier, mut feed) = fed(&town).await;
    let held = Held::by_ivanova(bench, &town).await;
    poll(&verifier, &mut feed).await;
    verifier.verify_pair(&held.session.access, &held.session.identity).unwrap();
    stop(&town, how).await;
    if poll_between {
        poll(&verifier, &mut feed).await;
        assert!(verifier.verify_access(&held.session.access).is_err(), "{how:?}");
    }
    town.clock.advance_seconds(2);
    let_in(&town, how).await;
    poll(&verifier, &mut feed).await;
    held.check_all_is_gone(bench, &town, &verifier, &format!("{how:?}")).await;
    // Later than the second in which the way in was opened, because tokens know seconds only.
    town.clock.advance_seconds(1);
    poll(&verifier, &mut feed).await;
    let new = tokens(&exchange(bench, &town, &logged_in(&town).await).await);
    verifier.verify_pair(&new.access, &new.identity).unwrap();
    tokens(&refresh(bench, &town, &new.refresh).await);
}

on_both_engines! {
    async fn idn_11_a_closed_user_is_neither_locked_nor_let_in(bench: Bench) {
        let town = Town::build(&bench).await;
        let closed = "user_id,login,full_name,status\nU00001,ivanova,Иванова Анна,CLOSED\n";
        town.import(&[("users.csv", closed)]).await;
        for is_stopped in [true, false] {
            assert!(!set_stopped(&town.store, &town.clock, IVANOVA, is_stopped).await, "{is_stopped}");
        }
        let found = clients::Directory::new(town.store.clone()).find_user(&"U00001".parse().unwrap()).await;
        assert_eq!(found.unwrap().unwrap().status, clients::UserStatus::Closed);
        let page = town.log_in(&mut town.browser(), "ivanova", "demo-ivanova").await;
        assert!(!page.body.contains("/login/company"), "{}", page.body);
    }

    async fn idn_11_a_locked_user_gets_nothing_back(bench: Bench) {
        stopped_and_let_in_again(&bench, Stop::UserByCommand, true).await;
    }

    async fn idn_11_a_user_locked_by_an_import_gets_nothing_back(bench: Bench) {
        stopped_and_let_in_again(&bench, Stop::UserByImport, true).await;
    }

    async fn idn_11_a_user_locked_by_hand_gets_nothing_back(bench: Bench) {
        stopped_and_let_in_again(&bench, Stop::UserByHand, false).await;
    }

    async fn idn_11_a_disabled_client_gets_nothing_back(bench: Bench) {
        stopped_and_let_in_again(&bench, Stop::ClientByCommand, true).await;
    }

    async fn idn_11_a_client_disabled_by_an_import_gets_nothing_back(bench: Bench) {
        stopped_and_let_in_again(&bench, Stop::ClientByImport, false).await;
    }

    async fn idn_11_a_second_factor_ends_what_was_begun_without_it(bench: Bench) {
        let town = Town::build(&bench).await;
        let (verifier, mut feed) = fed(&town).await;
        let operator = Operator {
            store: town.store.clone(),
            clock: town.clock.clone(),
            randomness: Arc::new(SystemRandomness),
            settings: Arc::clone(&town.state.settings),
            name: "duty".to_owned(),
        };
        let imported = |secret: &str| format!("login,password,totp_secret\nivanova,demo-ivanova,{secret}\n");
        // Set, taken away, imported, and taken away by an import: each is a change of what opens a session.
        for step in 0..4 {
            let held = match step {
                0 | 2 => Held::by_ivanova(&bench, &town).await,
                _ => Held::by_ivanova_with_code(&bench, &town).await,
            };
            match step {
                0 => operator_sets(&town, &operator).await,
                1 => operator.remove_totp("ivanova").await.unwrap(),
                2 => assert_eq!(town.import(&[("credentials.csv", &imported(TOTP_SECRET))]).await.tables[0].changed, 1),
                _ => assert_eq!(town.import(&[("credentials.csv", &imported(""))]).await.tables[0].changed, 1),
            }
            poll(&verifier, &mut feed).await;
            held.check_all_is_gone(&bench, &town, &verifier, &format!("step {step}")).await;
            // Codes of one step of thirty seconds work once.
            town.clock.advance_seconds(120);
        }
    }
}

async fn operator_sets(town: &Town, operator: &Operator) {
    // A secret of its own, then the known one, so that the test can make codes.
    operator.set_totp("ivanova").await.unwrap();
    let master_key = crate::house::master_key();
    let secret = TotpSecret::from_base32(TOTP_SECRET).unwrap();
    let purpose = identity::sealing::Purpose::SecondFactors;
    let sealed = master_key.seal(purpose, "U00001", secret.bytes(), &SystemRandomness).unwrap();
    let now = town.clock.now();
    let set = move |tx: &mut Tx| -> Result<(), StoreError> {
        identity::store::credentials::set_totp(tx, &"U00001".parse().unwrap(), Some(&sealed), now)
    };
    town.store.write("test", set).await.unwrap();
}

impl Held {
    async fn by_ivanova_with_code(bench: &Bench, town: &Town) -> Self {
        let secret = TotpSecret::from_base32(TOTP_SECRET).unwrap();
        let mut pages = Vec::new();
        for _ in 0..3 {
            town.clock.advance_seconds(30);
            let code = secret.code_at(town.clock.now()).unwrap();
            let mut browser = town.browser();
            let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
            let choice = browser.submit(&page, "/login/code", &[("code", &code)]).await;
            assert!(choice.body.contains("/login/company"), "{}", choice.body);
            pages.push((browser, choice));
        }
        let (browser, choice) = pages.pop().unwrap();
        let (mut second, page) = pages.pop().unwrap();
        let code = second.submit(&page, "/login/company", &[("cnum", "C00001")]).await;
        let (mut first, page) = pages.pop().unwrap();
        let done = first.submit(&page, "/login/company", &[("cnum", "C00001")]).await;
        let session = tokens(&exchange(bench, town, &done).await);
        Self { session, code, browser, choice }
    }
}
