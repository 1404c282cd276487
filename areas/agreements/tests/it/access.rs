//! The agreements that a user may see, in their versions and under both families of paths.

use serde_json::{Value, json};
use testkit::{Answer, Bench, TestCaller};

use crate::bank::{Bank, LISTS, ids, ivanova, petrov};

/// The answer is the one refusal there is.
fn assert_refused(answer: &Answer, what: &str) {
    assert_eq!(answer.status, 403, "{what}");
    let body = answer.json();
    let id = body["errors"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(id.len(), 32, "{what}: a trace id");
    let expected = json!({"errors": [{
        "code": "AuthorizationError", "detail": "Access denied", "meta": {}, "id": id
    }]});
    assert_eq!(body, expected, "{what}");
}

testkit::on_both_engines! {
    async fn agr_02_cnums_are_repeated_or_divided_by_commas(bench: Bench) {
        let bank = Bank::open(bench).await;
        for list in LISTS {
            for query in [
                "cnums=C00001&cnums=C00002", "cnums=C00002,C00001", "cnums=C00001&cnums=C00001,C00002",
                "cnums=C00001%2CC00002",
            ] {
                let answer = bank.send(&ivanova(), &format!("{list}?{query}")).await;
                assert_eq!(answer.status, 200, "{query}");
                assert_eq!(ids(&answer.json()), [1001, 1002, 1003, 1004], "{query}");
            }
            let one = bank.send(&ivanova(), &format!("{list}?cnums=C00002")).await;
            assert_eq!(ids(&one.json()), [1004]);
            let by_id = bank.send(&ivanova(), &format!("{list}/1004?cnums=C00001&cnums=C00002")).await;
            assert_eq!((by_id.status.as_u16(), &by_id.json()["id"]), (200, &json!(1004)));
        }
    }

    async fn agr_02_one_company_that_may_not_be_seen_refuses_all(bench: Bench) {
        let bank = Bank::open(bench).await;
        for list in LISTS {
            for (caller, cnums) in [
                (ivanova(), "C00003"),
                (ivanova(), "C00001,C00003"),
                (ivanova(), "C00001,C99999"),
                (ivanova(), "c00001"),
                (petrov(), "C00002"),
                (petrov(), "C00001&cnums=C00002"),
                // Sidorov acts for C00003, but this software does not.
                (TestCaller::new("U00003", "C00003"), "C00003"),
                (TestCaller::new("U99999", "C00001"), "C00001"),
                (TestCaller::new("U00001", "C00001").with_client("unknown-erp"), "C00001"),
            ] {
                let what = format!("{} {cnums}", caller.user);
                assert_refused(&bank.send(&caller, &format!("{list}?cnums={cnums}")).await, &what);
                assert_refused(&bank.send(&caller, &format!("{list}/1001?cnums={cnums}")).await, &what);
            }
        }
    }

    async fn agr_02_a_company_that_the_bank_has_closed_is_refused(bench: Bench) {
        let bank = Bank::open(bench).await;
        let list = "/trade-finance/v1/agreements?cnums=C00002";
        assert_eq!(bank.send(&ivanova(), list).await.status, 200);
        bank.close_second_company();
        bank.import("[]").await.unwrap();
        assert_refused(&bank.send(&ivanova(), list).await, "closed");
        let one = "/trade-finance/v1/agreements/1004?cnums=C00002";
        assert_refused(&bank.send(&ivanova(), one).await, "closed");
    }

    async fn agr_02_an_absent_agreement_is_refused_like_a_foreign_one(bench: Bench) {
        let bank = Bank::open(bench).await;
        for list in LISTS {
            for id in ["1004", "9999", "-1", "0", "9223372036854775807"] {
                assert_refused(&bank.send(&petrov(), &format!("{list}/{id}?cnums=C00001")).await, id);
            }
            // Seen by the user, but not of the company asked for.
            assert_refused(&bank.send(&ivanova(), &format!("{list}/1004?cnums=C00001")).await, "other company");
        }
    }

    async fn agr_02_cnums_are_required_and_bounded(bench: Bench) {
        let bank = Bank::open(bench).await;
        let many = vec!["C00001"; 101].join(",");
        for list in LISTS {
            for query in
                ["", "?cnums=", "?cnums=C00001,", "?cnums=,C00001", "?cnum=C00001", &format!("?cnums={many}")]
            {
                for path in [format!("{list}{query}"), format!("{list}/1001{query}")] {
                    let answer = bank.send(&ivanova(), &path).await;
                    assert_eq!(answer.status, 400, "{path}");
                    let body = answer.json();
                    assert_eq!(body["http_status_code"], 400, "{path}");
                    assert!(body["message"].as_str().unwrap().contains("`cnums`"), "{body}");
                }
            }
            let hundred = vec!["C00001"; 100].join(",");
            assert_eq!(bank.send(&ivanova(), &format!("{list}?cnums={hundred}")).await.status, 200);
            for id in ["x", "1.0", "9223372036854775808", "%D9%A1"] {
                let answer = bank.send(&ivanova(), &format!("{list}/{id}?cnums=C00001")).await;
                assert_eq!((answer.status.as_u16(), &answer.json()["http_status_code"]), (400, &json!(400)), "{id}");
            }
        }
    }

    async fn agr_02_a_company_without_agreements_has_an_empty_list(bench: Bench) {
        let bank = Bank::open(bench).await;
        let sidorov = TestCaller::new("U00003", "C00003").with_client("kolos-erp");
        let answer = bank.send(&sidorov, "/trade-finance/v1/agreements?cnums=C00003").await;
        assert_eq!((answer.status.as_u16(), answer.json()), (200, json!({"agreements": Value::Array(vec![])})));
    }

    async fn agr_01_the_list_has_the_latest_version_and_each_is_found_by_id(bench: Bench) {
        let rows = r#"[
            {"agreement_id": 5, "cnum": "C00001", "business_key": "A", "agreement": {"number": "second"}},
            {"agreement_id": 3, "cnum": "C00001", "business_key": "A", "agreement": {"number": "first"}},
            {"agreement_id": 4, "cnum": "C00001", "business_key": "B", "agreement": {"number": "other"}},
            {"agreement_id": 9, "cnum": "C00002", "business_key": "A", "agreement": {"number": "elsewhere"}}
        ]"#;
        let bank = Bank::with(bench, rows).await;
        for list in LISTS {
            let answer = bank.send(&ivanova(), &format!("{list}?cnums=C00001")).await;
            assert_eq!(ids(&answer.json()), [4, 5]);
            let answer = bank.send(&ivanova(), &format!("{list}?cnums=C00002,C00001")).await;
            assert_eq!(ids(&answer.json()), [4, 5, 9]);
            let first = bank.send(&ivanova(), &format!("{list}/3?cnums=C00001")).await;
            assert_eq!(first.json()["number"], "first");
        }
    }

    async fn gen_09_the_old_paths_announce_their_end_and_their_successor(bench: Bench) {
        let bank = Bank::open(bench).await;
        for (path, status, successor) in [
            ("/ui/v1/agreements?cnums=C00001", 200, "/trade-finance/v1/agreements"),
            ("/ui/v1/agreements/1001?cnums=C00001", 200, "/trade-finance/v1/agreements/1001"),
            ("/ui/v1/agreements/1001?cnums=C00003", 403, "/trade-finance/v1/agreements/1001"),
            ("/ui/v1/agreements", 400, "/trade-finance/v1/agreements"),
        ] {
            let answer = bank.send(&ivanova(), path).await;
            assert_eq!(answer.status, status, "{path}");
            assert_eq!(answer.header("deprecation"), Some("@1767225600"), "{path}");
            assert_eq!(answer.header("sunset"), Some("Fri, 31 Dec 2027 23:59:59 GMT"), "{path}");
            let link = format!("<{successor}>; rel=\"successor-version\"");
            assert_eq!(answer.header("link"), Some(link.as_str()), "{path}");
        }
    }

    async fn gen_09_the_present_paths_announce_nothing(bench: Bench) {
        let bank = Bank::open(bench).await;
        for path in ["?cnums=C00001", "/1001?cnums=C00001", "/1001?cnums=C00003", ""] {
            let answer = bank.send(&ivanova(), &format!("/trade-finance/v1/agreements{path}")).await;
            for header in ["deprecation", "sunset", "link"] {
                assert_eq!(answer.header(header), None, "{path} {header}");
            }
        }
    }
}
