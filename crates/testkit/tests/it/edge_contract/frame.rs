//! GEN-03: request ids, traces, and the other headers of every answer.

use axum::body::Body;
use http::Request;
use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::Value;

use super::support::{Bench, Log, caller};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

#[tokio::test]
async fn gen_03_a_sane_request_id_is_echoed_and_any_other_is_replaced() {
    let bench = Bench::new();
    let longest = "a".repeat(edge::REQUEST_ID_CHARACTERS_MAX);
    for sane in ["a", "A-1_b.C", &longest] {
        let request = Request::get("/v1/notes").header("x-request-id", sane).body(Body::empty()).unwrap();
        assert_eq!(bench.send(request).await.header("x-request-id"), sane);
    }
    let too_long = "a".repeat(edge::REQUEST_ID_CHARACTERS_MAX + 1);
    for insane in ["", "a b", "a\tb", "<b>", "a;b", "ä", &too_long] {
        let request = Request::get("/v1/notes").header("x-request-id", insane).body(Body::empty()).unwrap();
        let answer = bench.send(request).await;
        let minted = answer.header("x-request-id");
        assert_ne!(minted, insane);
        assert_eq!(minted.len(), 32, "{minted}");
    }
    let twice = Request::get("/v1/notes").header("x-request-id", "a").header("x-request-id", "b");
    let answer = bench.send(twice.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.headers.get_all("x-request-id").iter().count(), 1);
    assert_eq!(answer.header("x-request-id").len(), 32);
}

#[tokio::test]
async fn gen_03_the_trace_goes_on_and_stands_in_the_body() {
    let bench = Bench::new();
    for flags in ["00", "01"] {
        let traceparent = format!("00-{TRACE}-00f067aa0ba902b7-{flags}");
        let request =
            Request::get("/v1/notes/x").header("traceparent", traceparent).body(Body::empty()).unwrap();
        let answer = bench.send(request).await;
        assert_eq!(answer.json()["traceId"], TRACE);
        let response = answer.header("traceresponse");
        assert!(response.starts_with(&format!("00-{TRACE}-")) && response.ends_with(flags), "{response}");
        assert!(!response.contains("00f067aa0ba902b7"), "a step of its own");
        assert_eq!(answer.header("x-request-id"), TRACE);
    }
    let later = format!("01-{TRACE}-00f067aa0ba902b7-01-more");
    let request = Request::get("/v1/notes/x").header("traceparent", later).body(Body::empty()).unwrap();
    assert_eq!(bench.send(request).await.json()["traceId"], TRACE);
}

#[tokio::test]
async fn gen_03_a_bad_traceparent_starts_a_new_trace() {
    let bench = Bench::new();
    let bad = [
        format!("ff-{TRACE}-00f067aa0ba902b7-01"),
        format!("00-{TRACE}-00f067aa0ba902b7-01-more"),
        format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
        format!("00-{TRACE}-0000000000000000-01"),
        format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase()),
        format!("00-{TRACE}-00f067aa0ba902b7"),
        format!("00-{TRACE}_00f067aa0ba902b7-01"),
        "nonsense".to_owned(),
    ];
    for traceparent in bad {
        let request =
            Request::get("/v1/notes/x").header("traceparent", &traceparent).body(Body::empty()).unwrap();
        let body = bench.send(request).await.json();
        let trace = body["traceId"].as_str().unwrap();
        assert!(trace.len() == 32 && trace != TRACE && trace != edge::NO_TRACE_ID, "{traceparent}: {trace}");
    }
}

#[tokio::test]
async fn gen_03_every_answer_has_an_id_and_the_security_headers() {
    let bench = Bench::new();
    for path in ["/v1/notes", "/v1/notes/x", "/v1/notes/1/2", "/elsewhere", "/v1/other/boom", "/v1/other/who"]
    {
        let answer = bench.get(path).await;
        assert_eq!(answer.header("x-request-id").len(), 32, "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
    }
}

#[tokio::test]
async fn gen_03_outside_of_a_request_there_is_no_trace() {
    assert_eq!(edge::trace_id(), edge::NO_TRACE_ID);
}

#[tokio::test]
async fn ops_03_the_access_log_names_route_and_caller_and_no_secret() {
    let bench = Bench::new();
    let log = Log::default();
    let pair = bench.tokens.pair(&caller());
    {
        let _guard = log.listen();
        let request = Request::get("/v1/notes/7?code=s3cr3t").header("x-request-id", "r1");
        bench.send(request.body(Body::empty()).unwrap()).await;
        bench.who(&pair.access, &pair.identity).await;
        bench.get("/v1/other/boom").await;
        bench.get("/v1/notes/s3cr3t/s3cr3t").await;
    }
    let text = log.text();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let access: Vec<&Value> =
        lines.iter().filter(|line| line["target"] == "access").map(|line| &line["fields"]).collect();
    assert_eq!(access.len(), 4, "one line per request: {text}");
    assert_eq!(access[0]["http.route"], "/v1/notes/{number}");
    assert_eq!(access[0]["request.id"], "r1");
    assert_eq!(access[0]["area"], "notes");
    assert_eq!(access[1]["user.id"], "U00001");
    assert_eq!(access[1]["oauth.client_id"], "demo-erp");
    assert_eq!((&access[2]["http.status"], &access[3]["http.route"]), (&500.into(), &"unmatched".into()));
    assert!(text.contains("the secret plan"), "the panic is in the log, and only there");
    for secret in ["s3cr3t", &pair.access, &pair.identity] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[test]
fn ops_03_requests_are_counted_by_area_route_method_and_status() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    metrics::with_local_recorder(&recorder, || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let bench = Bench::new();
            for path in ["/v1/notes/7", "/v1/notes/8", "/v1/notes/x", "/v1/notesandmore"] {
                bench.get(path).await;
            }
            bench
                .send(Request::builder().method("MADEUP").uri("/v1/notes").body(Body::empty()).unwrap())
                .await;
        });
    });
    let text = handle.render();
    let counted = |labels: &str, count: u32| {
        let line = format!("clientbank_http_requests_total{{{labels}}} {count}");
        assert!(text.contains(&line), "{line} not in {text}");
    };
    counted(r#"area="notes",route="/v1/notes/{number}",method="GET",status="200""#, 2);
    counted(r#"area="notes",route="/v1/notes/{number}",method="GET",status="400""#, 1);
    counted(r#"area="notes",route="/v1/notes",method="other",status="405""#, 1);
    counted(r#"area="beside",route="unmatched",method="GET",status="404""#, 1);
    assert!(text.contains("clientbank_http_request_duration_seconds"), "{text}");
}
