//! A sandbox and a live program, wired on both engines: which tokens each takes, and what follows the clock.

use std::sync::Arc;

use clientbank::application::{Application, BuildError, ClockworkError, Target};
use http::StatusCode;
use kernel::{Clock, Randomness};
use sandbox::{DatabaseKind, Mover, Pace, Sandbox, SandboxError};
use store::params;
use testkit::{Bench, TestCaller};

use crate::triggers::{Line, Sent, Stage, stored};
use crate::wired::{application, sandbox};

store::queries! {
    CLOSED_DAYS = "select count(1) as days from closing_days where closing_date >= $1 and finished_at_us is not null";
    MOVES_TOLD = "select count(1) as moves from audit_entries where action = 'sandbox.clock_moved'";
}

fn mover(bench: &Bench) -> Mover {
    let randomness = Arc::clone(&bench.randomness) as Arc<dyn Randomness>;
    Mover { actor: audit::Actor::Operator("test".to_owned()), randomness }
}

/// The status of reading accounts with tokens of a sandbox, or of a live program.
async fn reads(bench: &Bench, application: &Application, of_sandbox: bool) -> StatusCode {
    let caller = TestCaller::new("U00001", "C00001");
    let caller = if of_sandbox { caller.of_sandbox() } else { caller };
    let request = bench.client(application.api.clone()).get("/v1/accounts?fields=Number");
    request.tokens(&bench.tokens.pair(&caller)).send().await.status
}

testkit::on_both_engines! {
    async fn sbx_06_a_live_program_takes_no_token_of_a_sandbox(bench: Bench) {
        let application = application(&bench).await;
        assert_eq!(reads(&bench, &application, false).await, StatusCode::OK);
        assert_eq!(reads(&bench, &application, true).await, StatusCode::UNAUTHORIZED);
        let answer = bench.client(application.api.clone()).get("/v1/accounts").send().await;
        assert_eq!(answer.header("sandbox"), None);
        let page = bench.client(application.identity.clone()).get("/bank/sandbox").send().await;
        assert_eq!(page.status, StatusCode::NOT_FOUND);
        let login = bench.client(application.identity.clone()).get("/bank/login").send().await;
        assert!(!login.text().contains("Песочница"));
        assert!(application.clockwork.is_none());
    }

    async fn sbx_06_a_sandbox_takes_no_token_of_a_live_program(bench: Bench) {
        let application = sandbox(&bench).await.0;
        assert_eq!(reads(&bench, &application, true).await, StatusCode::OK);
        assert_eq!(reads(&bench, &application, false).await, StatusCode::UNAUTHORIZED);
        let answer = bench.client(application.api.clone()).get("/v1/accounts").send().await;
        assert_eq!(answer.header("sandbox"), Some("true"));
    }

    async fn sbx_06_no_program_is_wired_on_a_database_of_the_other_kind(bench: Bench) {
        bench.migrate(&clientbank::application::areas::migrations()).await;
        sandbox::claim(&bench.store, DatabaseKind::Sandbox).await.unwrap();
        let configuration = crate::wired::configuration();
        let surroundings = crate::wired::surroundings(&bench);
        let refused =
            clientbank::application::build(&configuration, &surroundings, &crate::wired::addresses()).await;
        let error = refused.err().expect("a refusal");
        assert!(matches!(error, BuildError::Sandbox(SandboxError::OtherKind { .. })), "{error}");
    }

    async fn sbx_01_everything_that_waits_for_time_follows(bench: Bench) {
        let application = sandbox(&bench).await.0;
        let clockwork = application.clockwork.clone().expect("the hand of a sandbox");
        clockwork.go(Target::Stand, &mover(&bench)).await.unwrap();
        let before = clockwork.shown().await.unwrap();
        assert!(matches!(before.pace, Pace::Standing { .. }));
        // The machine's clock of this test stands too, and is moved: nothing follows it.
        bench.clock.advance_seconds(86_400);
        assert_eq!(clockwork.shown().await.unwrap().now, before.now);
        let caller = TestCaller::new("U00001", "C00001");
        let mut access = bench.tokens.access_claims(&caller);
        let mut identity = bench.tokens.identity_claims(&caller);
        let issued_at = before.now.unix_seconds();
        for claims in [&mut access, &mut identity] {
            claims["sandbox"] = true.into();
            claims["iat"] = issued_at.into();
            claims["exp"] = (issued_at + 900).into();
        }
        let (access, identity) = (bench.tokens.sign_access(&access), bench.tokens.sign_identity(&identity));
        let read = async || {
            let request = bench.client(application.api.clone()).get("/v1/accounts?fields=Number");
            request.bearer(&access).id_token(&identity).send().await.status
        };
        assert_eq!(read().await, StatusCode::OK);
        clockwork.go(Target::After { seconds: 899 }, &mover(&bench)).await.unwrap();
        assert_eq!(read().await, StatusCode::OK);
        clockwork.go(Target::After { seconds: 1 }, &mover(&bench)).await.unwrap();
        assert_eq!(read().await, StatusCode::UNAUTHORIZED, "the lifetime of a token");
        // Three midnights later three more days are closed.
        let today = clockwork.shown().await.unwrap().now;
        let day = kernel::BankZone::date_of(&"Europe/Moscow".parse().unwrap(), today);
        clockwork.go(Target::After { seconds: 3 * 86_400 }, &mover(&bench)).await.unwrap();
        let closed = bench.store.query(&CLOSED_DAYS, params![day]).await.unwrap();
        let closed = closed[0].integer("days").unwrap();
        assert_eq!(closed, 3);
        let told = bench.store.query(&MOVES_TOLD, params![]).await.unwrap();
        assert!(told[0].integer("moves").unwrap() >= 4, "the trail tells of every move");
    }

    async fn sbx_01_a_year_in_which_nothing_is_due_is_one_move(bench: Bench) {
        let application = sandbox(&bench).await.0;
        let clockwork = application.clockwork.clone().expect("the hand of a sandbox");
        // Behind the last webinar and the last tariff of the seed data.
        let quiet = kernel::Instant::from_unix_seconds(2_082_758_400);
        loop {
            let now = clockwork.shown().await.unwrap().now;
            if now >= quiet {
                break;
            }
            let goal = now.plus_seconds(3_000 * 86_400).min(quiet);
            clockwork.go(Target::At(goal), &mover(&bench)).await.unwrap();
        }
        assert!(matches!(clockwork.go(Target::Next, &mover(&bench)).await, Err(ClockworkError::NothingDue)));
        let moves = async || {
            bench.store.query(&MOVES_TOLD, params![]).await.unwrap()[0].integer("moves").unwrap()
        };
        let before = moves().await;
        clockwork.go(Target::After { seconds: 365 * 86_400 }, &mover(&bench)).await.unwrap();
        // Nothing stops it on the way; docs/SANDBOX.md has the figure.
        assert_eq!(moves().await, before + 1);
    }

    async fn money_m08_a_year_passes_beside_a_payment_that_is_never_answered(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let lines = vec![Line::other("7010.99", 201, "044525998")];
        let sent = Sent { lines, trigger: Some("people-sign"), ..Sent::default() };
        assert_eq!(stage.statement("silent", &sent).await, "PROCESSING");
        let moves = async || {
            bench.store.query(&MOVES_TOLD, params![]).await.unwrap()[0].integer("moves").unwrap()
        };
        let (from, before) = (stage.clockwork.shown().await.unwrap().now, moves().await);
        let after = stage.clockwork.go(Target::After { seconds: 365 * 86_400 }, &mover(&bench)).await.unwrap();
        assert!(after.now >= from.plus_seconds(365 * 86_400));
        // The rail was asked every day, which is most of what the year holds.
        let made = moves().await - before;
        assert!((365..700).contains(&made), "{made}");
        assert_eq!(stored(&bench, "silent").await, "PROCESSING");
    }

    async fn sbx_01_a_process_learns_of_a_move_with_its_feed(bench: Bench) {
        let mut application = sandbox(&bench).await.0;
        let machine = Arc::clone(&bench.clock) as Arc<dyn Clock>;
        let other = Sandbox::open(bench.store.clone(), machine, Pace::Running { ahead_us: 0 }).await.unwrap();
        let from = other.clock().now();
        let pace = other.advance(from, from.plus_seconds(1_000_000), &mover(&bench)).await.unwrap();
        let clockwork = application.clockwork.clone().expect("the hand of a sandbox");
        assert_eq!(clockwork.shown().await.unwrap().now, from, "it has not looked yet");
        application.workers.look_at_feed().await.unwrap();
        assert_eq!(clockwork.shown().await.unwrap().now, from.plus_seconds(1_000_000));
        assert_eq!(other.look().await.unwrap().pace, pace);
        let back = other.advance(from.plus_seconds(1), from, &mover(&bench)).await;
        assert!(matches!(back, Err(SandboxError::Back)));
    }

    async fn sbx_01_the_page_shows_the_clock_and_moves_it(bench: Bench) {
        let application = sandbox(&bench).await.0;
        let clockwork = application.clockwork.clone().expect("the hand of a sandbox");
        let caller = TestCaller::new("U00001", "C00001");
        let client = bench.client(application.identity.clone());
        let mut claims = bench.tokens.online_bank_claims(&caller);
        claims["sandbox"] = true.into();
        let token = bench.tokens.sign_online_bank(&claims);
        let page = client.get("/bank/sandbox").session_cookie(&token).send().await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text());
        assert!(page.text().contains("Часы песочницы"), "{}", page.text());
        let before = clockwork.shown().await.unwrap();
        let send = async |fields: &[(&str, &str)]| {
            let form = client.post("/bank/sandbox").session_cookie(&token);
            form.header("origin", testkit::TEST_ISSUER).form(fields).send().await
        };
        let foreign = send(&[("wish", "hour"), ("csrf", "another")]).await;
        assert_eq!(foreign.status, StatusCode::FORBIDDEN);
        for wrong in ["", "2020-01-01T00:00", "2026-13-01T00:00", "9999-01-01T00:00"] {
            let refused = send(&[("wish", "to"), ("to", wrong), ("csrf", testkit::TEST_CSRF)]).await;
            assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{wrong}");
        }
        assert_eq!(clockwork.shown().await.unwrap(), before);
        let moved = send(&[("wish", "stand"), ("csrf", testkit::TEST_CSRF)]).await;
        assert_eq!(moved.status, StatusCode::SEE_OTHER);
        let moved = send(&[("wish", "next"), ("csrf", testkit::TEST_CSRF)]).await;
        assert_eq!(moved.status, StatusCode::SEE_OTHER);
        assert_eq!(Some(clockwork.shown().await.unwrap().now), before.next);
    }
}
