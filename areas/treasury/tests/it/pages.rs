//! Pages of both lists.

use serde_json::{Value, json};
use testkit::Bench;

use crate::bank::{BY_INN, BY_USER, Bank, cnums, ivanova};

testkit::on_both_engines! {
    async fn tre_01_pages_are_parts_of_one_order(bench: Bench) {
        let bank = Bank::open(bench).await;
        let by_inn = format!("{BY_INN}?inn=7707123458&");
        for list in [format!("{BY_USER}?"), by_inn] {
            let page = |query: &'static str| {
                let path = format!("{list}{query}");
                let bank = &bank;
                async move { bank.read(&ivanova(), &path).await }
            };
            let numbers =
                |page: &Value| ["offset", "limit", "totalCount"].map(|name| page[name].as_i64().unwrap());
            let first = page("limit=1").await;
            assert_eq!((cnums(&first), numbers(&first)), (vec!["C00001"], [0, 1, 2]));
            let second = page("limit=1&offset=1").await;
            assert_eq!((cnums(&second), numbers(&second)), (vec!["C00002"], [1, 1, 2]));
            // `limit` in the answer is the number of items returned.
            for query in ["limit=1000", "limit=1001", "limit=10000", "limit=&offset="] {
                let whole = page(query).await;
                assert_eq!((cnums(&whole), numbers(&whole)), (vec!["C00001", "C00002"], [0, 2, 2]), "{query}");
            }
            let beyond = page("offset=2147483647").await;
            assert_eq!((cnums(&beyond), numbers(&beyond)), (vec![], [i64::from(i32::MAX), 0, 2]));
        }
    }

    async fn tre_01_a_page_has_a_hundred_companies_unless_another_number_is_asked_for(bench: Bench) {
        let bank = Bank::open(bench).await;
        bank.multiply(100).await;
        for list in [format!("{BY_USER}?"), format!("{BY_INN}?inn=7707123458&")] {
            for (query, number) in [("", 100), ("limit=", 100), ("limit=101", 101), ("offset=100", 2)] {
                let page = bank.read(&ivanova(), &format!("{list}{query}")).await;
                assert_eq!((&page["limit"], &page["totalCount"]), (&json!(number), &json!(102)), "{list}{query}");
                assert_eq!(cnums(&page).len(), number, "{list}{query}");
            }
        }
    }

    async fn tre_01_limit_and_offset_are_bounded(bench: Bench) {
        let bank = Bank::open(bench).await;
        let by_inn = format!("{BY_INN}?inn=7707123458&");
        for list in [format!("{BY_USER}?"), by_inn] {
            for query in [
                "limit=0",
                "limit=10001",
                "limit=x",
                "limit=1&limit=1",
                "offset=-1",
                "offset=2147483648",
            ] {
                let answer = bank.get(&ivanova(), &format!("{list}{query}")).send().await;
                assert_eq!(
                    (answer.status.as_u16(), &answer.json()["code"]),
                    (400, &json!("BAD_REQUEST")),
                    "{query}"
                );
            }
        }
    }
}
