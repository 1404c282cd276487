//! The bounds of the log.

use std::sync::Arc;

use kernel::{ClientId, Cnum, SystemClock};

use super::{CALLS_KEPT_MAX, CLIENTS_KEPT_MAX, Call, RequestLog};

fn client(number: usize) -> ClientId {
    format!("client-{number}").parse().expect("a client")
}

fn cnum(text: &str) -> Cnum {
    text.parse().expect("a company")
}

fn call(client: Option<ClientId>, company: Option<&str>) -> Call {
    Call {
        number: 0,
        at: kernel::Instant::from_unix_seconds(0),
        client,
        company: company.map(cnum),
        method: "GET".to_owned(),
        path: "/v1/accounts".to_owned(),
        status: 200,
        duration_us: 1,
        error: None,
        request_id: "r".to_owned(),
        triggers: Vec::new(),
    }
}

#[test]
fn sbx_05_each_client_keeps_its_last_thousand_calls() {
    let log = RequestLog::new(Arc::new(SystemClock));
    log.keep(call(Some(client(2)), None));
    for _ in 0..CALLS_KEPT_MAX + 5 {
        log.keep(call(Some(client(1)), None));
    }
    let kept = log.after(Some(&client(1)), 0, usize::MAX);
    assert_eq!(kept.len(), CALLS_KEPT_MAX);
    assert_eq!(kept.first().map(|call| call.number), Some(7), "the oldest gave way");
    assert_eq!(log.after(Some(&client(2)), 0, usize::MAX).len(), 1, "another client's calls stay");
    assert_eq!(
        log.after(None, 1_004, 1).first().map(|call| call.number),
        Some(1_005),
        "they go on after a number"
    );
}

#[test]
fn sbx_05_so_many_clients_are_kept_and_the_quietest_gives_way() {
    let log = RequestLog::new(Arc::new(SystemClock));
    for number in 0..CLIENTS_KEPT_MAX {
        log.keep(call(Some(client(number)), None));
    }
    log.keep(call(Some(client(0)), None));
    log.keep(call(None, None));
    assert_eq!(log.after(Some(&client(1)), 0, usize::MAX), [], "it was quiet for longest");
    assert_eq!(log.after(Some(&client(0)), 0, usize::MAX).len(), 2);
}

#[test]
fn sbx_05_a_company_sees_its_own_calls_alone() {
    let log = RequestLog::new(Arc::new(SystemClock));
    for company in [Some("C00001"), Some("C00002"), None] {
        log.keep(call(Some(client(1)), company));
    }
    let numbers = |companyless| {
        let calls = log.of_company(&client(1), &cnum("C00001"), companyless, 10);
        calls.iter().map(|call| call.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(false), [1]);
    assert_eq!(numbers(true), [3, 1], "newest first");
}
