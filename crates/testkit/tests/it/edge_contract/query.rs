//! GEN-07: query parameters.

use serde_json::json;

use super::support::Bench;

#[tokio::test]
async fn gen_07_lists_are_repeated_or_divided_by_commas() {
    let bench = Bench::new();
    let cases = [
        ("fields=A&fields=B", json!(["A", "B"])),
        ("fields=A,B", json!(["A", "B"])),
        ("fields=A,B&x=1&fields=C", json!(["A", "B", "C"])),
        ("fields=A%2CB", json!(["A", "B"])),
        ("fields=", json!([])),
        ("fields[]=A&fields%5B%5D=B", json!(["A", "B"])),
        ("fields[]=A,B&fields=C", json!(["A", "B", "C"])),
        ("fields[0]=A", json!([])),
        ("fields=A,,B", json!(["A", "", "B"])),
        ("", json!([])),
        ("Fields=A", json!([])),
        ("fields=%D0%B8+%D0%B9", json!(["и й"])),
    ];
    for (query, expected) in cases {
        let answer = bench.get(&format!("/v1/notes?{query}")).await;
        assert_eq!(answer.json()["fields"], expected, "{query}");
    }
}

#[tokio::test]
async fn gen_07_int32_values_outside_their_range_are_400_and_never_clamped() {
    let bench = Bench::new();
    for (query, limit) in [("limit=1", 1), ("limit=1000", 1000), ("limit=0007", 7)] {
        assert_eq!(bench.get(&format!("/v1/notes?{query}")).await.json()["limit"], limit);
    }
    assert_eq!(bench.get("/v1/notes?offset=2147483647").await.json()["offset"], i32::MAX);
    let bad = [
        "limit=0",
        "limit=1001",
        "limit=-1",
        "limit=%2B1",
        "limit=1.0",
        "limit=1e2",
        "limit=x",
        "limit=2147483648",
        "limit=99999999999999999999",
        "limit=%D9%A1",
        "limit=+1",
        "limit=1%20",
    ];
    for query in bad {
        bench.get(&format!("/v1/notes?{query}")).await.assert_error(400, "`limit`");
    }
    bench.get("/v1/notes?offset=-1").await.assert_error(400, "`offset`");
    bench.get("/v1/notes?offset=2147483648").await.assert_error(400, "`offset`");
}

#[tokio::test]
async fn specification_04_an_empty_value_is_an_absent_one() {
    let bench = Bench::new();
    let absent = bench.get("/v1/notes").await;
    for query in
        ["limit=", "limit", "offset=&limit=", "filter=", "fields=&limit=&offset=&filter=", "limit=&limit="]
    {
        let answer = bench.get(&format!("/v1/notes?{query}")).await;
        assert_eq!((answer.status, answer.json()), (absent.status, absent.json()), "{query}");
    }
    assert_eq!(bench.get("/v1/notes?limit=&limit=7").await.json()["limit"], 7);
    bench.get("/v1/notes?limit=%20").await.assert_error(400, "`limit`");
}

#[tokio::test]
async fn gen_07_single_values_may_not_stand_twice_and_unknown_ones_are_ignored() {
    let bench = Bench::new();
    bench.get("/v1/notes?limit=1&limit=1").await.assert_error(400, "`limit`");
    bench.get("/v1/notes?filter=a&filter=b").await.assert_error(400, "`filter`");
    let answer = bench.get("/v1/notes?other=1&other=2&filter=a").await;
    assert_eq!(answer.json()["filter"], "a");
}

#[tokio::test]
async fn gen_07_bad_encoding_is_400_naming_the_parameter() {
    let bench = Bench::new();
    for value in ["%", "%4", "%zz", "%ff", "%00", "%C3%28", "a%ED%A0%80"] {
        bench.get(&format!("/v1/notes?filter={value}")).await.assert_error(400, "`filter`");
    }
    bench
        .get("/v1/notes?filter=a%E2%80%AEb")
        .await
        .assert_error(400, "`filter` must not contain the directional");
    bench.get("/v1/notes?%ff=1").await.assert_error(400, "`%ff`");
    let many = vec!["a=1"; edge::QUERY_PARAMETERS_MAX + 1].join("&");
    bench.get(&format!("/v1/notes?{many}")).await.assert_error(400, "256");
}
