//! PAY-13 and PAY-14: status and transfers, their pages and errors, and how often they may be asked for.

use serde_json::json;
use testkit::Bench;

use super::house::{House, PATH, auditor, changed, codes, ivanova, payload, petrov, sidorov, transfer};

testkit::on_both_engines! {
    async fn pay_13_a_statement_is_seen_by_its_company_alone(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("own")).await;
        for path in [format!("{PATH}/own"), format!("{PATH}/own/transfers")] {
            assert_eq!(house.get_as(&petrov(), &path).await.status, 200);
            let absent = house.get_as(&ivanova(), &path.replace("own", "absent")).await;
            for caller in [sidorov(), auditor(), ivanova().with_client("kolos-erp")] {
                let answer = house.get_as(&caller, &path).await;
                assert_eq!(answer.status, 404, "{path} {caller:?}");
                assert_eq!(answer.json()["errors"], absent.json()["errors"]);
                assert_eq!(codes(&answer.json()["errors"]), ["externalId"]);
            }
        }
    }

    async fn pay_13_a_name_that_is_none_is_400(bench: Bench) {
        let house = House::new(bench).await;
        for name in ["UPPER", "a_b", &"a".repeat(41), "%D0%B0", "a%20b"] {
            for path in [format!("{PATH}/{name}"), format!("{PATH}/{name}/transfers")] {
                let answer = house.get_as(&ivanova(), &path).await;
                assert_eq!(answer.status, 400, "{path}");
                assert_eq!(codes(&answer.json()["errors"]), ["externalId"], "{path}");
            }
        }
    }

    async fn pay_13_u_0000_in_a_name_violates_its_pattern_like_anything_else(bench: Bench) {
        let house = House::new(bench).await;
        for end in ["", "/transfers"] {
            let of_pattern = house.get_as(&ivanova(), &format!("{PATH}/Upper{end}")).await;
            for name in ["a%00b", "%00", "a%FFb"] {
                let answer = house.get_as(&ivanova(), &format!("{PATH}/{name}{end}")).await;
                assert_eq!(answer.status, of_pattern.status, "{name}{end}");
                assert_eq!(answer.json()["errors"], of_pattern.json()["errors"], "{name}{end}");
            }
        }
    }

    async fn pay_13_pages_neither_repeat_nor_skip(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&changed("pages", |payload| {
            payload["transfersCount"] = json!(23);
            // Order numbers fall while lines rise.
            let transfers: Vec<_> = (0..23).map(|index| transfer(23 - index, 101)).collect();
            payload["transfers"] = json!(transfers);
        })).await;
        let page = house.get(&format!("{PATH}/pages/transfers")).await;
        assert_eq!((&page["offset"], &page["limit"], &page["totalCount"]), (&json!(0), &json!(10), &json!(23)));
        assert_eq!(page["externalId"], "pages");
        let mut seen = Vec::new();
        for offset in (0..30).step_by(7) {
            let page = house.get(&format!("{PATH}/pages/transfers?offset={offset}&limit=7")).await;
            assert_eq!((&page["offset"], &page["limit"]), (&json!(offset), &json!(7)));
            seen.extend(page["transfers"].as_array().unwrap().iter().map(|one| one["orderNumber"].as_i64().unwrap()));
        }
        assert_eq!(seen, (1..=23).rev().collect::<Vec<i64>>());
        let beyond = house.get(&format!("{PATH}/pages/transfers?offset=2147483647&limit=100")).await;
        assert_eq!((&beyond["transfers"], &beyond["totalCount"]), (&json!([]), &json!(23)));
    }

    async fn pay_13_a_wrong_page_is_400_under_the_name_of_its_parameter(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("limits")).await;
        for (query, code) in [
            ("limit=0", "limit"), ("limit=101", "limit"), ("limit=x", "limit"), ("limit=1&limit=2", "limit"),
            ("offset=-1", "offset"), ("offset=2147483648", "offset"), ("offset=1.5", "offset"),
        ] {
            let answer = house.get_as(&ivanova(), &format!("{PATH}/limits/transfers?{query}")).await;
            assert_eq!(answer.status, 400, "{query}");
            assert_eq!(codes(&answer.json()["errors"]), [code], "{query}");
        }
        for (query, offset, limit) in [
            ("limit=&offset=", 0, 10), ("limit=1", 0, 1), ("limit=100&offset=0", 0, 100), ("Limit=0&page=9", 0, 10),
        ] {
            let page = house.get(&format!("{PATH}/limits/transfers?{query}")).await;
            assert_eq!((&page["offset"], &page["limit"]), (&json!(offset), &json!(limit)), "{query}");
        }
    }

    async fn pay_13_everything_below_the_path_answers_in_the_body_of_payroll(bench: Bench) {
        let house = House::new(bench).await;
        for (answer, status, code) in [
            (house.get_as(&ivanova(), &format!("{PATH}/a/b/c")).await, 404, "NOT_FOUND"),
            (house.get_as(&ivanova(), PATH).await, 405, "METHOD_NOT_ALLOWED"),
            (house.client.get(&format!("{PATH}/a")).send().await, 401, "UNAUTHORIZED"),
            (house.client.post(PATH).send().await, 401, "UNAUTHORIZED"),
        ] {
            let body = answer.json();
            assert_eq!((answer.status.as_u16(), codes(&body["errors"])), (status, vec![code]));
            assert_eq!(body["traceId"].as_str().unwrap().len(), 32);
        }
    }

    async fn pay_14_a_statement_is_polled_about_once_per_second(bench: Bench) {
        let house = House::polled(bench, 1, 3).await;
        house.create(&payload("polled")).await;
        house.create(&payload("another")).await;
        let path = format!("{PATH}/polled");
        for _ in 0..3 {
            assert_eq!(house.get_as(&ivanova(), &path).await.status, 200, "a small burst is tolerated");
        }
        // The statement is counted, whichever of the company's users asks.
        let refused = house.get_as(&petrov(), &path).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, Some("1")));
        assert_eq!(codes(&refused.json()["errors"]), ["TOO_MANY_REQUESTS"]);
        assert_eq!(house.get_as(&ivanova(), &format!("{PATH}/another")).await.status, 200);
        assert_eq!(house.get_as(&ivanova(), &format!("{path}/transfers")).await.status, 200);
        assert_eq!(house.get_as(&sidorov(), &path).await.status, 404, "another company's name is another statement");
        house.bench.clock.advance_seconds(1);
        assert_eq!(house.get_as(&ivanova(), &path).await.status, 200);
        assert_eq!(house.get_as(&ivanova(), &path).await.status, 429);
    }
}
