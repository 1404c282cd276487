//! GEN-02: every error has the body of the area.

use std::time::Duration;

use axum::body::Body;
use http::Request;

use super::support::{BODY_BYTES_MAX, Bench, NOTE_BYTES_MAX, caller};

#[tokio::test]
async fn gen_02_unknown_paths_below_each_prefix_are_404_in_the_areas_body() {
    let bench = Bench::new();
    for path in
        ["/v1/notes/1/2", "/v1/notes/1/", "/v1/other", "/v1/other/", "/v1/other/nothing", "/v1/notes/"]
    {
        bench.get(path).await.assert_error(404, "Not found");
    }
    // A path that only begins like a prefix belongs to no area (`ops_03_requests_are_counted_by_area_…`).
    bench.get("/v1/notesandmore").await.assert_error(404, "Not found");
}

#[tokio::test]
async fn gen_02_a_wrong_method_is_405_with_allow() {
    let bench = Bench::new();
    let answer = bench.send(Request::delete("/v1/notes/1").body(Body::empty()).unwrap()).await;
    answer.assert_error(405, "Method");
    assert_eq!(answer.header("allow"), "GET,HEAD");
}

#[tokio::test]
async fn gen_02_a_body_announced_too_long_is_413() {
    let bench = Bench::new();
    let long = "x".repeat(BODY_BYTES_MAX + 1);
    let request = Request::post("/v1/notes/upload").header("content-length", long.len()).body(long.into());
    bench.send(request.unwrap()).await.assert_error(413, "20000");
    // The area's limit holds for handlers that do not read the body at all.
    let request = Request::get("/v1/notes/1").header("content-length", "20001").body(Body::empty());
    bench.send(request.unwrap()).await.assert_error(413, "20000");
}

#[tokio::test]
async fn gen_02_a_body_of_unknown_length_is_cut_at_the_limit() {
    let bench = Bench::new();
    let exact = "x".repeat(BODY_BYTES_MAX);
    let answer = bench.send(Request::post("/v1/notes/upload").body(exact.into()).unwrap()).await;
    assert_eq!((answer.status, answer.body.as_str()), (200, "20000"));
    let long = "x".repeat(BODY_BYTES_MAX + 1);
    let answer = bench.send(Request::post("/v1/notes/upload").body(long.into()).unwrap()).await;
    answer.assert_error(413, "20000");
    // The operation's own limit is lower than the area's.
    let padded = format!(r#"{{"title":"{}"}}"#, "x".repeat(NOTE_BYTES_MAX));
    bench.post_json(padded).await.assert_error(413, "2000");
}

#[tokio::test]
async fn gen_02_another_content_type_is_415() {
    let bench = Bench::new();
    let types =
        ["text/plain", "application/xml", "application/jsonp", "application/json; charset=utf-16", ""];
    for content_type in types {
        let request = Request::post("/v1/notes").header("content-type", content_type);
        let answer = bench.send(request.body(r#"{"title":"a"}"#.into()).unwrap()).await;
        answer.assert_error(415, "content type");
    }
    let without = Request::post("/v1/notes").body(r#"{"title":"a"}"#.into()).unwrap();
    bench.send(without).await.assert_error(415, "content type");
    for content_type in ["application/json", "Application/JSON; charset=\"UTF-8\"", "application/hal+json"] {
        let request = Request::post("/v1/notes").header("content-type", content_type);
        assert_eq!(bench.send(request.body(r#"{"title":"a"}"#.into()).unwrap()).await.status, 201);
    }
}

#[tokio::test]
async fn gen_02_above_the_request_rate_is_429_with_retry_after() {
    let bench = Bench::with_request_rate(1, 2);
    let pair = bench.tokens.pair(&caller());
    for _ in 0..2 {
        assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
    }
    let answer = bench.who(&pair.access, &pair.identity).await;
    answer.assert_error(429, "Too many");
    assert_eq!(answer.header("retry-after"), "1");
    let other = bench.tokens.pair(&caller().with_session("another"));
    assert_eq!(bench.who(&other.access, &other.identity).await.status, 200, "each session has its own rate");
    bench.clock.advance_seconds(1);
    assert_eq!(bench.who(&pair.access, &pair.identity).await.status, 200);
}

#[tokio::test]
async fn gen_02_every_counted_answer_tells_the_rest_of_the_request_rate() {
    let bench = Bench::with_request_rate(2, 5);
    let pair = bench.tokens.pair(&caller());
    for rest in [r#""login";r=4;t=1"#, r#""login";r=3;t=1"#, r#""login";r=2;t=2"#] {
        let answer = bench.who(&pair.access, &pair.identity).await;
        assert_eq!(answer.header("ratelimit-policy"), r#""login";q=5;w=3"#);
        assert_eq!(answer.header("ratelimit"), rest);
    }
    for _ in 0..2 {
        bench.who(&pair.access, &pair.identity).await;
    }
    let refused = bench.who(&pair.access, &pair.identity).await;
    refused.assert_error(429, "Too many");
    assert_eq!(refused.header("ratelimit"), r#""login";r=0;t=3"#);
    bench.clock.advance_seconds(3);
    let answer = bench.who(&pair.access, &pair.identity).await;
    assert_eq!(answer.header("ratelimit"), r#""login";r=4;t=1"#, "the whole burst was free again");
    let stranger = bench.get("/v1/other/who").await;
    assert_eq!(stranger.status, 401);
    assert!(stranger.headers.get("ratelimit").is_none(), "nobody was counted");
}

#[tokio::test]
async fn gen_02_a_panic_is_500_and_says_nothing() {
    let bench = Bench::new();
    let answer = bench.get("/v1/other/boom").await;
    answer.assert_error(500, "Internal error");
    assert!(!answer.body.contains("secret"));
    assert_ne!(answer.json()["traceId"], edge::NO_TRACE_ID, "the trace is known while the panic is answered");
}

#[tokio::test]
async fn gen_02_an_answer_that_takes_too_long_is_503() {
    let mut bench = Bench::new();
    bench.area.request_time_max = Duration::from_millis(50);
    bench.get("/v1/other/wait").await.assert_error(503, "unavailable");
}

#[tokio::test]
async fn gen_02_path_parameters_that_do_not_parse_are_400() {
    let bench = Bench::new();
    assert_eq!(bench.get("/v1/notes/17").await.body, "17");
    for path in ["/v1/notes/x", "/v1/notes/99999999999999999999", "/v1/notes/%ff", "/v1/notes/1%00"] {
        bench.get(path).await.assert_error(400, "path");
    }
    // Anything may stand in a text but U+0000.
    assert_eq!(bench.get("/v1/other/text/%D0%B8%2F1").await.body, "и/1");
    bench.get("/v1/other/text/a%00b").await.assert_error(400, "U+0000");
}

#[tokio::test]
async fn gen_09_deprecated_operations_say_so() {
    let answer = Bench::new().get("/v1/other/deprecated").await;
    assert_eq!(answer.header("deprecation"), "@1688169599");
    assert_eq!(answer.header("sunset"), "Sun, 06 Nov 1994 08:49:37 GMT");
    assert_eq!(answer.header("link"), r#"</v2/notes>; rel="successor-version""#);
}
