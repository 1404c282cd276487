//! The mistakes that software makes first, each answered with what to do about it.

use axum::body::Body;
use http::Request;

use super::support::{Bench, caller};

/// A request, the status of its answer, and the words that name the remedy.
type Mistake = (http::request::Builder, Body, u16, &'static str);

#[tokio::test]
async fn integrator_05_a_401_names_the_header_and_its_form() {
    let bench = Bench::new();
    let pair = bench.tokens.pair(&caller());
    let (access, identity) = (pair.access.as_str(), pair.identity.as_str());
    let bearer = format!("Bearer {access}");
    let get = |headers: &[(&str, &str)]| {
        headers
            .iter()
            .fold(Request::get("/v1/other/who"), |request, (name, value)| request.header(*name, *value))
    };
    let wanted = "send `Authorization: Bearer <access_token>`";
    let both = "send `Authorization: Bearer <access_token>` and `Id-Token: <id_token>`";
    let swapped = "Authorization takes the access_token, Id-Token the id_token";
    let mistakes: Vec<(http::request::Builder, &str)> = vec![
        (get(&[]), both),
        (get(&[("authorization", &bearer)]), "send `Id-Token: <id_token>`"),
        (get(&[("authorization", &bearer), ("idtoken", identity)]), "send `Id-Token: <id_token>`"),
        (get(&[("authorization", &bearer), ("id-token", "")]), "send `Id-Token: <id_token>`"),
        (get(&[("id-token", identity)]), wanted),
        (get(&[("authorization", access), ("id-token", identity)]), wanted),
        (get(&[("authorization", &format!("Basic {access}")), ("id-token", identity)]), wanted),
        (get(&[("authorization", &format!("Bearer {identity}")), ("id-token", access)]), swapped),
        (get(&[("authorization", &format!("Bearer {identity}")), ("id-token", identity)]), swapped),
        (get(&[("authorization", &bearer), ("id-token", access)]), swapped),
        (get(&[("authorization", &bearer), ("id-token", &identity[..40])]), "send the whole token once"),
        (get(&[("authorization", &bearer), ("authorization", &bearer), ("id-token", identity)]), "once"),
        (Request::get(format!("/v1/other/who?access_token={access}&id_token={identity}")), both),
    ];
    for (index, (request, remedy)) in mistakes.into_iter().enumerate() {
        let answer = bench.send(request.body(Body::empty()).unwrap()).await;
        assert!(answer.header("www-authenticate").starts_with("Bearer"), "{index}");
        answer.assert_error(401, remedy);
    }
}

#[tokio::test]
async fn integrator_18_each_typical_mistake_is_answered_with_its_remedy() {
    let bench = Bench::new();
    let json = "application/json";
    let note = || Request::post("/v1/notes").header("content-type", json);
    let typed = |kind: &str| Request::post("/v1/notes").header("content-type", kind);
    let good = || Body::from(r#"{"title":"a"}"#);
    let mistakes: Vec<Mistake> = vec![
        (Request::post("/v1/notes"), good(), 415, "send `Content-Type: application/json`"),
        (typed("text/json"), good(), 415, "send `Content-Type: application/json`"),
        (typed("application/x-www-form-urlencoded"), good(), 415, "send `Content-Type: application/json`"),
        (
            typed("application/json; charset=windows-1251"),
            good(),
            415,
            "send `Content-Type: application/json`",
        ),
        (note().header("content-encoding", "gzip"), good(), 415, "send the body without `Content-Encoding`"),
        (
            note().header("content-encoding", "identity").header("content-encoding", "gzip"),
            good(),
            415,
            "send the body without `Content-Encoding`",
        ),
        (note(), Body::from(vec![0x1f, 0x8b, 8, 0, 0]), 400, "The body is compressed: send it as plain JSON"),
        (note(), Body::from(vec![0xff, 0xfe, b'{', 0]), 400, "send it as UTF-8"),
        (note(), Body::from(vec![b'"', 0xd0, b'"']), 400, "not UTF-8 at byte 1"),
        (note(), Body::empty(), 400, "The body is empty: send the JSON"),
        (note(), Body::from(r#" ["a"]"#), 400, "The body must be an object"),
        (note(), Body::from("title=a"), 400, "line 1 column"),
        (note(), Body::from("{'title':'a'}"), 400, "line 1 column 2"),
        (note(), Body::from(r#"{"title":"a",}"#), 400, "line 1 column 14"),
        (note(), Body::from(r#"{"Title":"a"}"#), 400, "missing field `title`"),
        (note(), Body::from(r#"{"title":"a","lines":[{"amount":"1"}]}"#), 400, "lines[0].amount"),
        (note(), Body::from(r#"{"title":"a","title":"b"}"#), 400, "`title` occurs twice"),
        (Request::put("/v1/notes"), good(), 405, "the header Allow names those that are"),
        (Request::get("/v1/notes/"), Body::empty(), 404, "without the slash at its end"),
        (Request::get("/"), Body::empty(), 404, "`/docs` of the API lists them"),
        (Request::get("/v1//notes"), Body::empty(), 404, "two slashes in a row"),
        (Request::post("/v1/notes%3Acheck"), good(), 404, "write the colon of the path as it is"),
        (Request::get("/api/v1/notes"), Body::empty(), 404, "and not with `/api`"),
        (Request::post("/token"), Body::empty(), 404, "at the address of the identity provider"),
        (Request::get("/.well-known/openid-configuration"), Body::empty(), 404, "identity provider"),
        (Request::get("/v1/nites"), Body::empty(), 404, "`/docs` of the API lists them"),
        (Request::get("/v1/notes?limit=x"), Body::empty(), 400, "`limit` must be from 1 to 1000"),
        (Request::get("/v1/notes?limit=5000"), Body::empty(), 400, "`limit` must be from 1 to 1000"),
        (Request::get("/v1/notes?limit=1&limit=2"), Body::empty(), 400, "`limit` occurs more than once"),
        (Request::get("/v1/notes?filter=%zz"), Body::empty(), 400, "`filter` is not encoded properly"),
    ];
    for (request, body, status, remedy) in mistakes {
        bench.send(request.body(body).unwrap()).await.assert_error(status, remedy);
    }
}
