//! Statements: the request, and waiting for their ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread::JoinHandle;
use std::time::Duration;

use cms::{Authority, Signer, Subject};
use kernel::{Instant, SeededRandomness};
use sdk::{
    Bank, CALL_MAX, Patience, SdkError, Settings, StatementRequest, StatementRequestError, StatementState,
    Tokens, WaitError,
};
use serde_json::{Value, json};

const PAYLOAD: &str = "{ \"externalId\": \"salary-1\", \"totalAmount\": 100.50 }";

fn signer() -> Signer {
    let now = Instant::from_unix_seconds(1_795_165_200);
    let subject = Subject {
        common_name: "Ivanova".to_owned(),
        organisation: "Demo".to_owned(),
        not_before: now,
        not_after: now.plus_seconds(60),
    };
    let randomness = SeededRandomness::new(5);
    let authority = Authority::new(&subject, &randomness).unwrap();
    let (key, certificate) = authority.issue(&subject, &randomness).unwrap();
    Signer::from_pem(&key, &certificate.to_pem()).unwrap()
}

#[test]
fn pay_11_the_payload_is_sent_as_it_was_written() {
    let mut request = StatementRequest::new(PAYLOAD).unwrap();
    assert_eq!(request.external_id(), "salary-1");
    assert_eq!(request.body(), format!("{{\"payload\":{PAYLOAD}}}"), "neither signatures nor digest");
    let signer = signer();
    request.sign(&signer).unwrap();
    request.add_signature(b"made elsewhere");
    assert!(request.is_signed());
    let body = request.body();
    assert!(body.starts_with(&format!("{{\"payload\":{PAYLOAD},\"signatures\":[\"")), "{body}");
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body["signatures"].as_array().unwrap().len(), 2);
    assert_eq!(body["digest"].as_str().unwrap(), request.digest_base64());
    assert_eq!(
        *request.digest(),
        canonical::digest("{\"totalAmount\":100.50,\"externalId\":\"salary-1\"}").unwrap()
    );
}

#[test]
fn statements_that_cannot_be_sent_are_refused() {
    assert!(matches!(StatementRequest::new("{"), Err(StatementRequestError::Payload(_))));
    assert!(matches!(StatementRequest::new(" [] "), Err(StatementRequestError::NotAnObject)));
    for text in ["{}", r#"{"externalId":1}"#] {
        assert!(matches!(StatementRequest::new(text), Err(StatementRequestError::ExternalId)), "{text}");
    }
}

/// A bank that gives the answers of a list, one connection each, and then tells the requests it got.
fn bank_that_says(answers: Vec<String>) -> (Bank, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let bank = bank_at(&listener);
    let asked = std::thread::spawn(move || {
        let mut asked = Vec::new();
        for answer in answers {
            let (mut connection, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(connection.try_clone().unwrap());
            let (mut line, mut length) = (String::new(), 0);
            reader.read_line(&mut line).unwrap();
            asked.push(line.trim_end().to_owned());
            loop {
                line.clear();
                reader.read_line(&mut line).unwrap();
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line == "\r\n" {
                    break;
                }
            }
            std::io::copy(&mut reader.take(length), &mut std::io::sink()).unwrap();
            // Whoever has read enough hangs up.
            drop(connection.write_all(answer.as_bytes()));
        }
        asked
    });
    (bank, asked)
}

/// The caller of a bank behind this listener.
fn bank_at(listener: &TcpListener) -> Bank {
    let address: url::Url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    let settings = Settings {
        identity: address.clone(),
        api: address,
        client_id: "demo-erp".parse().unwrap(),
        client_secret: "demo-erp-secret".to_owned(),
        redirect_uri: "http://127.0.0.1:9090/callback".parse().unwrap(),
    };
    let tokens: Tokens = serde_json::from_value(json!({
        "access_token": "a", "token_type": "Bearer", "refresh_token": "r", "id_token": "i",
    }))
    .unwrap();
    Bank::new(&settings, tokens)
}

fn answer(status: &str, headers: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}")
}

fn status(state: &str) -> String {
    answer("200 OK", "", &json!({ "externalId": "s-1", "status": state }))
}

/// Waits with a clock of its own: the pauses, the states that were seen, and how it ended.
fn wait(
    bank: &mut Bank,
    signed: bool,
) -> (Vec<Duration>, Vec<StatementState>, Result<StatementState, WaitError>) {
    let (mut pauses, mut seen) = (Vec::new(), Vec::new());
    let ended = bank.wait_for_statement(
        "s-1",
        &mut Patience {
            longest: Duration::from_secs(10),
            signed,
            pause: &mut |time| pauses.push(time),
            seen: &mut |status| seen.push(status.status),
        },
    );
    (pauses, seen, ended.map(|status| status.status))
}

#[test]
fn pay_14_waiting_keeps_the_pace_and_takes_the_banks_word_for_more() {
    let too_often = answer("429 Too Many Requests", "Retry-After: 3\r\n", &json!({ "errors": [] }));
    let answers =
        vec![status("CHECKING"), too_often, status("CHECKING"), status("PROCESSING"), status("EXECUTED")];
    let (mut bank, asked) = bank_that_says(answers);
    let (pauses, seen, ended) = wait(&mut bank, true);
    assert_eq!(ended.unwrap(), StatementState::Executed);
    assert_eq!(seen, [StatementState::Checking, StatementState::Processing, StatementState::Executed]);
    assert_eq!(pauses[1], Duration::from_secs(3));
    assert!(pauses.iter().all(|pause| *pause > Duration::from_secs(1)), "{pauses:?}");
    assert_eq!(pauses.len(), 4);
    assert!(asked.join().unwrap().iter().all(|line| line == "GET /v1/statements/s-1 HTTP/1.1"));
}

#[test]
fn pay_14_waiting_outlasts_a_bank_that_cannot_answer_at_this_moment() {
    let away = |status| answer(status, "Retry-After: 2\r\n", &json!({ "errors": [] }));
    let answers = vec![
        status("CHECKING"),
        away("503 Service Unavailable"),
        // Of a refresh that the next question needs.
        away("401 Unauthorized"),
        away("503 Service Unavailable"),
        status("EXECUTED"),
    ];
    let (mut bank, asked) = bank_that_says(answers);
    let (pauses, _, ended) = wait(&mut bank, true);
    assert_eq!(ended.unwrap(), StatementState::Executed);
    assert_eq!(pauses[1..], [Duration::from_secs(2); 2]);
    assert_eq!(asked.join().unwrap()[3], "POST /token HTTP/1.1");
}

#[test]
fn pay_14_a_call_of_a_bank_that_is_silent_ends_after_its_limit() {
    assert_eq!(CALL_MAX.as_secs(), 130, "payroll answers within 120 s");
    // Nobody accepts: the connection waits in the queue of the listener.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut bank = bank_at(&listener).within(Duration::from_millis(20));
    let ended = bank.statement_status("s-1");
    assert!(matches!(&ended, Err(SdkError::Transport(reason)) if reason.contains("timeout")), "{ended:?}");
}

#[test]
fn pay_14_waiting_for_a_bank_that_never_answers_tells_no_state() {
    let away = answer("503 Service Unavailable", "Retry-After: 4\r\n", &json!({ "errors": [] }));
    let (mut bank, _asked) = bank_that_says(vec![away; 3]);
    let (pauses, seen, ended) = wait(&mut bank, true);
    assert_eq!((pauses.len(), seen.len()), (2, 0));
    assert!(
        matches!(&ended, Err(WaitError::Call(SdkError::Refused(problem))) if problem.status == 503),
        "{ended:?}"
    );
}

#[test]
fn idn_07_a_refresh_that_may_work_later_is_told_apart_from_a_login_that_is_over() {
    let refused = |status, by: &str| answer(status, "", &json!({ "by": by }));
    for (refresh, told, by) in [
        ("503 Service Unavailable", 503, "refresh"),
        ("429 Too Many Requests", 429, "refresh"),
        ("400 Bad Request", 401, "call"),
        // The secret was replaced, for example: whoever reads that the token has expired would look elsewhere.
        ("401 Unauthorized", 401, "refresh"),
    ] {
        let (mut bank, asked) =
            bank_that_says(vec![refused("401 Unauthorized", "call"), refused(refresh, "refresh")]);
        let ended = bank.statement_status("s-1");
        assert!(
            matches!(&ended, Err(SdkError::Refused(problem)) if problem.status == told && problem.body.contains(by)),
            "{refresh}: {ended:?}"
        );
        assert_eq!(asked.join().unwrap()[1], "POST /token HTTP/1.1");
    }
}

#[test]
fn waiting_ends_where_people_come_next_and_when_time_is_over() {
    let (mut bank, _asked) = bank_that_says(vec![status("CHECKING"), status("AWAITING_SIGN")]);
    assert_eq!(wait(&mut bank, false).2.unwrap(), StatementState::AwaitingSign);
    let (mut bank, _asked) = bank_that_says(vec![status("PROCESSING"); 10]);
    let (pauses, _, ended) = wait(&mut bank, true);
    assert!(matches!(ended, Err(WaitError::TooLong(StatementState::Processing))), "{ended:?}");
    assert!(pauses.iter().sum::<Duration>() <= Duration::from_secs(10));
    let (mut bank, _asked) = bank_that_says(vec![answer("404 Not Found", "", &json!({ "errors": [] }))]);
    let ended = wait(&mut bank, true).2;
    assert!(
        matches!(&ended, Err(WaitError::Call(SdkError::Refused(problem))) if problem.status == 404),
        "{ended:?}"
    );
}

#[test]
fn a_long_refusal_is_told_as_far_as_it_is_kept() {
    let refusal = answer("400 Bad Request", "", &json!({ "errors": "a".repeat(100_000) }));
    let (mut bank, _asked) = bank_that_says(vec![refusal]);
    let Err(SdkError::Refused(problem)) = bank.statement_status("s-1") else { panic!("not refused") };
    assert_eq!((problem.status, problem.body.len()), (400, 64 * 1024));
    assert!(problem.body.starts_with("{\"errors\":\"aaa"), "{:.20}", problem.body);
}

#[test]
fn an_answer_that_is_too_long_is_no_broken_connection() {
    let (mut bank, _asked) = bank_that_says(vec![answer("200 OK", "", &json!("a".repeat(33 << 20)))]);
    let read = bank.statement_status("s-1");
    assert!(matches!(&read, Err(SdkError::Answer(words)) if words.contains("part of the list")), "{read:?}");
}

#[test]
fn all_transfers_come_page_by_page() {
    let page = |offset: u32, count: u32| {
        let transfer = |number| json!({ "orderNumber": number, "status": "EXECUTED" });
        let transfers: Vec<Value> = (offset + 1..=offset + count).map(transfer).collect();
        answer(
            "200 OK",
            "",
            &json!({
                "externalId": "s-1", "transfers": transfers, "offset": offset, "limit": 100, "totalCount": 201,
            }),
        )
    };
    let (mut bank, asked) = bank_that_says(vec![page(0, 100), page(100, 100), page(200, 1)]);
    let transfers = bank.all_statement_transfers("s-1").unwrap();
    assert!(transfers.iter().map(|transfer| transfer.order_number).eq(1..=201));
    let asked = asked.join().unwrap();
    assert_eq!(asked[2], "GET /v1/statements/s-1/transfers?offset=200&limit=100 HTTP/1.1");
}

#[test]
fn every_state_is_read_and_written_alike() {
    for name in [
        "DRAFT",
        "CHECKING",
        "AWAITING_SIGN",
        "AWAITING_SIGN_WITH_WARNINGS",
        "ERROR",
        "PARTLY_SIGNED",
        "SIGNING",
        "AWAITING_SEND",
        "PROCESSING",
        "DECLINED",
        "EXECUTED",
        "PARTLY_EXECUTED",
        "DELETED",
        "SCHEDULED",
        "ERROR_SIGN",
    ] {
        let state: StatementState = serde_json::from_value(json!(name)).unwrap();
        assert_eq!(state.as_str(), name);
    }
    assert!(StatementState::Error.is_final(true) && !StatementState::Error.is_final(false));
    assert!(StatementState::ErrorSign.is_final(false) && !StatementState::Processing.is_final(true));
}
