//! The mistakes that integrators make: each answer names the remedy and not only the fault.

mod login;
mod payroll;
mod reading;
mod tokens;
mod writing;

use http::Method;
use percent_encoding::percent_decode_str;
use testkit::{Answer, Bench, TestCaller, TestRequest, TokenPair, on_both_engines};

use crate::triggers::{Line, Sent, Stage};

/// The media type of most bodies.
const JSON: &str = "application/json";
/// A sent statement of one transfer.
const SENT: &str = "sent-before";

/// A mistake: its name, the request, the status of the answer, and words of the remedy.
type Mistake = (&'static str, TestRequest, u16, &'static str);

/// The callers of a sandbox with the demo's data.
struct Callers<'s> {
    stage: &'s Stage<'s>,
    /// Ivanova, who signs first.
    tokens: TokenPair,
    /// Petrov, who administers the company.
    administrator: TokenPair,
}

impl<'s> Callers<'s> {
    fn of(stage: &'s Stage<'s>) -> Self {
        let pair = |user| stage.bench.tokens.pair(&TestCaller::new(user, "C00001").of_sandbox());
        Self { stage, tokens: pair("U00001"), administrator: pair("U00002") }
    }

    fn call(&self, method: Method, path: &str) -> TestRequest {
        self.stage.api.request(method, path).tokens(&self.tokens)
    }

    fn get(&self, path: &str) -> TestRequest {
        self.call(Method::GET, path)
    }

    fn post(&self, path: &str, body: impl Into<String>) -> TestRequest {
        self.call(Method::POST, path).header("content-type", JSON).body(body.into())
    }
}

/// Everything that a developer sees of an answer: the body, and where the browser is sent.
fn shown(answer: &Answer) -> String {
    let location = answer.header("location").unwrap_or_default().replace('+', " ");
    let location = percent_decode_str(&location).decode_utf8_lossy().into_owned();
    format!("{} {location}", answer.text())
}

on_both_engines! {
    async fn integrator_05_every_typical_mistake_gets_a_hint(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let callers = Callers::of(&stage);
        let sent = Sent { lines: vec![Line::own("5.00", 101)], ..Sent::default() };
        stage.statement(SENT, &sent).await;
        let mut mistakes = tokens::mistakes(&callers);
        mistakes.extend(login::mistakes(&callers));
        mistakes.extend(reading::mistakes(&callers));
        mistakes.extend(payroll::mistakes(&callers));
        mistakes.extend(writing::mistakes(&callers));
        let number = mistakes.len();
        let mut without = Vec::new();
        for (name, request, status, remedy) in mistakes {
            let answer = request.send().await;
            let told = shown(&answer);
            if answer.status.as_u16() != status || !told.contains(remedy) {
                without.push(format!("{name}: {} {told}\n  wanted {status}: {remedy}", answer.status));
            }
        }
        assert!(without.is_empty(), "{} of {number}:\n{}", without.len(), without.join("\n"));
        assert!(number >= 117, "{number} mistakes");
    }

    async fn integrator_05_a_hint_does_not_tell_what_is_others_from_what_is_not_there(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let callers = Callers::of(&stage);
        for (others, absent) in [
            ("/v1/accounts/40702810800000000021?fields=Number", "/v1/accounts/40702810800000000029?fields=Number"),
            ("/v1/accounts/40702810800000000021/operations", "/v1/accounts/40702810800000000029/operations"),
            ("/v1/ctcm/request/client/C00003/list", "/v1/ctcm/request/client/C99999/list"),
            ("/trade-finance/v1/agreements?cnums=C00003", "/trade-finance/v1/agreements?cnums=C99999"),
        ] {
            let mut told = Vec::new();
            for path in [others, absent] {
                let answer = callers.get(path).header("x-request-id", "same").send().await;
                assert!(answer.status.is_client_error(), "{path}: {}", answer.text());
                let without_trace = answer.text().split('"').filter(|part| part.len() != 32).collect::<String>();
                told.push((answer.status, without_trace));
            }
            assert_eq!(told[0], told[1], "{others}");
        }
    }
}
