//! ONL-08: a form that cannot be kept at the end of its session.

use std::sync::Arc;

use axum::Router;
use axum::routing::post;
use edge::EdgeError;
use http::StatusCode;
use kernel::SessionId;
use pages::{FormOwner, KeptForm, KeptForms, OnlineBank, Reply, Site, SiteParts};
use testkit::{Bench, Engine, TEST_CSRF, TEST_ISSUER, TEST_TOKEN_LIFETIME_S};

use super::support::{Log, caller};

const FORM: &str = "/bank/form";
const TYPED: &str = "typed-by-a-person";

/// Keeps nothing, as a database that takes no writes.
#[derive(Debug)]
struct NoRoom;

impl KeptForms for NoRoom {
    fn keep<'a>(&'a self, _: FormOwner<'a>, _: &'a SessionId, _: KeptForm) -> Reply<'a, Option<String>> {
        Box::pin(async { Err(EdgeError::Unavailable.into()) })
    }

    fn find<'a>(&'a self, _: FormOwner<'a>, _: &'a str) -> Reply<'a, Option<KeptForm>> {
        Box::pin(async { Ok(None) })
    }

    fn take<'a>(&'a self, _: FormOwner<'a>, _: &'a str) -> Reply<'a, bool> {
        Box::pin(async { Ok(false) })
    }
}

async fn save(_: OnlineBank) -> &'static str {
    "saved"
}

async fn a_form_that_cannot_be_kept(bench: Bench) {
    let parts = bench.site().parts().clone();
    let site = Site::new(SiteParts { kept_forms: Some(Arc::new(NoRoom)), ..parts });
    let form = Router::new().route(FORM, post(save)).with_state(site.clone());
    let sent = bench
        .client(site.routes(form))
        .post(FORM)
        .online_bank(&bench.tokens, &caller())
        .header("referer", &format!("{TEST_ISSUER}{FORM}"))
        .form(&[("csrf", TEST_CSRF), ("name", TYPED)]);
    bench.clock.advance_seconds(TEST_TOKEN_LIFETIME_S + 60);
    let log = Log::default();
    let guard = log.listen();
    let answer = sent.send().await;
    drop(guard);
    assert_eq!(
        (answer.status, answer.location()),
        (StatusCode::SEE_OTHER, Some("/bank/login?next=/bank/form"))
    );
    assert_eq!(answer.header("set-cookie"), None, "there is nothing to come back to");
    let told = log.text();
    assert!(told.contains("a form is lost at the end of its session"), "{told}");
    assert!(!told.contains(TYPED), "{told}");
}

#[test]
fn onl_08_a_form_that_cannot_be_kept_is_told_of_in_the_log_and_keeps_nobody_from_the_login() {
    testkit::run(Engine::Sqlite, a_form_that_cannot_be_kept);
}
