//! Bodies of errors (TAR-09, spec section 7).

use http::Method;
use serde_json::json;
use testkit::Bench;

use crate::bank::{Bank, code, ivanova};

testkit::on_both_engines! {
    async fn tar_09_missing_fields_are_named(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let cases = [
            (json!({}), vec!["cnum", "tariffPlan"]),
            (json!({"cnum": "C00001"}), vec!["tariffPlan"]),
            (json!({"cnum": "", "tariffPlan": "PRO"}), vec!["cnum"]),
            (json!({"cnum": null, "tariffPlan": null}), vec!["cnum", "tariffPlan"]),
        ];
        for operation in ["generate", "create"] {
            let path = format!("/v1/ctcm/request/{operation}");
            for (body, fields) in &cases {
                let answer = bank.post(&ivanova(), &path, body).await;
                assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, "VALIDATION_ERROR"));
                let violations = answer.json()["data"]["violations"].clone();
                let named: Vec<&str> = violations
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|found| found["field"].as_str().unwrap())
                    .collect();
                assert_eq!(named, *fields, "{body}");
            }
            for (plan, expected) in [
                ("NONE", "TARIFF_PLAN_NOT_FOUND"),
                ("growth", "TARIFF_PLAN_NOT_FOUND"),
                ("' or 1=1", "TARIFF_PLAN_NOT_FOUND"),
            ] {
                let answer =
                    bank.post(&ivanova(), &path, &json!({"cnum": "C00001", "tariffPlan": plan})).await;
                assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, expected), "{plan}");
            }
        }
    }

    async fn tar_09_a_withdrawn_plan_is_not_found(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let plans = std::fs::read_to_string(crate::bank::demo_data().join("tariff_plans.json")).unwrap();
        bank.add("tariff_plans.json", &plans.replace("OFFERED", "WITHDRAWN")).await.unwrap();
        assert_eq!(code(&bank.try_create(&ivanova(), "C00001", "PRO").await), "TARIFF_PLAN_NOT_FOUND");
    }

    async fn tar_09_bad_bodies_and_paths_are_answered_in_the_body_of_the_area(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let send = |method: Method, path: &str, kind: &str, body: &str| {
            let request = bank.request(&ivanova(), method, path).header("content-type", kind);
            request.body(body.to_owned()).send()
        };
        let create = "/v1/ctcm/request/create";
        let json_type = "application/json";
        let long = format!("{{\"cnum\": \"{}\"}}", "x".repeat(20_000));
        let deep = "[".repeat(100);
        for (method, path, kind, body, status) in [
            (Method::POST, create, json_type, "{", 400),
            (Method::POST, create, json_type, r#"{"cnum": 1, "tariffPlan": "PRO"}"#, 400),
            (Method::POST, create, json_type, r#"{"cnum": "C00001", "cnum": "C00003", "tariffPlan": "PRO"}"#, 400),
            (Method::POST, create, json_type, r#"{"cnum": "C00001\u0000", "tariffPlan": "PRO"}"#, 400),
            (Method::POST, create, json_type, r#"["C00001", "PRO"]"#, 400),
            (Method::POST, create, json_type, deep.as_str(), 400),
            (Method::POST, create, json_type, long.as_str(), 413),
            (Method::POST, create, "text/plain", "{}", 415),
            (Method::PUT, create, json_type, "{}", 405),
            (Method::GET, "/v1/ctcm/request", json_type, "", 404),
            (Method::GET, "/v1/ctcm/request/x/client/C00001/body", json_type, "", 400),
            (Method::GET, "/v1/ctcm/request/9223372036854775808/client/C00001/body", json_type, "", 400),
            (Method::GET, "/v1/ctcm/request/+1/client/C00001/body", json_type, "", 400),
            (Method::GET, "/v1/ctcm/request/1/client/C%00/body", json_type, "", 400),
        ] {
            let answer = send(method, path, kind, body).await;
            assert_eq!(
                (answer.status.as_u16(), code(&answer).as_str()),
                (status, "VALIDATION_ERROR"),
                "{path} {body:.40}"
            );
        }
        let absent = bank.get(&ivanova(), "/v1/ctcm/request/-5/client/C00001/body").await;
        assert_eq!((absent.status.as_u16(), code(&absent).as_str()), (400, "REQUEST_NOT_FOUND"));
        assert_eq!(absent.json()["status"], "400 BAD_REQUEST");
        let uid = bank.get(&ivanova(), "/v1/ctcm/request/dvr/none/client/C00001/body").await;
        assert_eq!(code(&uid), "REQUEST_NOT_FOUND");
    }

    async fn tar_09_gen_03_the_trace_id_is_that_of_the_request(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let trace = "0af7651916cd43dd8448eb211c80319c";
        let request = bank.request(&ivanova(), Method::GET, "/v1/ctcm/request/1/client/C00001/body");
        let answer = request.header("traceparent", &format!("00-{trace}-b7ad6b7169203331-01")).send().await;
        assert_eq!(answer.json()["traceId"], trace);
    }
}
