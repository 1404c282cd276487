//! ONL-03: transfers of one statement are found, sorted, paged and printed.

use http::StatusCode;
use serde_json::{Value, json};
use testkit::{Answer, Bench, on_both_engines};

use super::{OnlineBank, address};
use crate::statements::house::{changed, ivanova, sidorov, transfer};

/// A statement of so many transfers: the surname of each has its number, backwards, and every hundredth is Ёлкин.
fn long(external_id: &str, count: u32) -> Value {
    changed(external_id, |payload| {
        let one = |order: u32| {
            let mut one = transfer(order, 108 + order % 10);
            one["lastName"] = json!(format!("Смирнов-{:05}", count - order));
            one["amount"] = json!(order);
            if order.is_multiple_of(100) {
                one["lastName"] = json!("Ёлкин");
                one["middleName"] = json!("Ильич <b>");
            }
            one
        };
        payload["transfers"] = (1..=count).map(one).collect();
        payload["transfersCount"] = json!(count);
        payload["totalAmount"] = json!(u64::from(count) * u64::from(count + 1) / 2);
    })
}

/// The numbers of the transfers that a page shows, in its order.
fn numbers(text: &str) -> Vec<i64> {
    let cells = text.split("data-label=\"№\">").skip(1);
    let number = |cell: &str| {
        let (cell, _) = cell.split_once("</td>").unwrap();
        // The number may be a link, whose address has digits too.
        let shown = cell.strip_suffix("</a>").unwrap_or(cell);
        shown.rsplit('>').next().unwrap().trim().parse().unwrap()
    };
    cells.map(number).collect()
}

on_both_engines! {
    async fn onl_03_transfers_of_a_statement_are_searched_sorted_and_paged(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&long("long-one", 260)).await;
        let shown = async |query: &str| {
            let page = bank.open(&ivanova(), &format!("{}?{query}", address(id))).await;
            assert_eq!(page.status, StatusCode::OK, "{query}: {}", page.text());
            page.text().to_owned()
        };
        for (query, found, first) in [
            ("search=%D1%91%D0%BB%D0%BA%D0%B8%D0%BD", "2\u{a0}перевода", vec![100, 200]),
            (
                "search=%D0%95%D0%9B%D0%9A%D0%98%D0%9D+%D0%90%D0%BD%D0%BD%D0%B0&order=amount",
                "2\u{a0}перевода",
                vec![200, 100],
            ),
            ("search=17%2C00", "1\u{a0}перевод<", vec![17]),
            ("search=%D0%A1%D0%BC%D0%B8%D1%80%D0%BD%D0%BE%D0%B2-00001&order=name", "1\u{a0}перевод<", vec![259]),
            ("search=%25", "0\u{a0}переводов", vec![]),
            ("search=%27%3B+drop", "0\u{a0}переводов", vec![]),
        ] {
            let page = shown(query).await;
            assert_eq!(numbers(&page), first, "{query}");
            assert!(page.contains(&format!("Найдено: {found}")), "{query}: {page}");
        }
        let by_account = shown(&format!("search={}", crate::statements::house::employee(108))).await;
        assert_eq!(numbers(&by_account), (1..=26).map(|tens| tens * 10).collect::<Vec<i64>>());
        // Sorted by name, page by page, every transfer occurs once.
        let mut all = Vec::new();
        for page in 1..=6 {
            let page = shown(&format!("order=name&page={page}")).await;
            all.extend(numbers(&page));
        }
        assert_eq!(all[..2], [100, 200], "Ёлкин stands with Е, before С");
        assert_eq!(all.len(), 260);
        assert!(all[2..].windows(2).all(|pair| pair[0] > pair[1]), "the names count backwards: {all:?}");
        let third = shown("search=%D0%A1%D0%BC%D0%B8%D1%80%D0%BD%D0%BE%D0%B2&order=amount&page=2").await;
        assert_eq!(numbers(&third)[..2], [210, 209]);
        assert!(third.contains("search=%D0%A1%D0%BC%D0%B8%D1%80%D0%BD%D0%BE%D0%B2&#38;order=amount&#38;page=3#transfers"), "{third}");
        let long_search = shown(&format!("search={}", "a".repeat(500))).await;
        assert!(long_search.contains("Ничего не найдено"));
        for wrong in ["order=size", "page=0", "page=-1", "order=name&order=name", "search=%00", "search=a&search=b"] {
            let page = bank.open(&ivanova(), &format!("{}?{wrong}", address(id))).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{wrong}");
        }
        let foreign = bank.open(&sidorov(), &format!("{}?search=a", address(id))).await;
        assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    }

    async fn onl_03_a_search_among_faulty_transfers_finds_faulty_ones_alone(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&super::faulty("faulty-one")).await;
        for (query, expected) in [
            ("transfers=faulty", vec![2, 3]),
            ("transfers=faulty&order=amount&search=100%2C5", vec![2, 3]),
            ("transfers=faulty&search=%D1%84%D0%BE%D1%80%D0%BC%D1%83%D0%BB%D0%B0", vec![2]),
            ("search=%D0%A1%D0%BC%D0%B8%D1%80%D0%BD%D0%BE%D0%B2%D0%B0", vec![1, 3]),
        ] {
            let page = bank.open(&ivanova(), &format!("{}?{query}", address(id))).await;
            assert_eq!(numbers(page.text()), expected, "{query}: {}", page.text());
        }
    }

    async fn onl_03_pages_of_faulty_transfers_have_faulty_ones_alone(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let mut payload = long("faulty-many", 60);
        for transfer in payload["transfers"].as_array_mut().unwrap() {
            transfer["account"] = json!("4081781000");
        }
        let id = bank.statement(&payload).await;
        let first = bank.open(&ivanova(), &format!("{}?transfers=faulty", address(id))).await;
        assert_eq!(numbers(first.text()), (1..=50).collect::<Vec<i64>>());
        for rest in ["page=2", "rows=all"] {
            let link = format!("href=\"{}?transfers=faulty&#38;{rest}#transfers\"", address(id));
            assert!(first.text().contains(&link), "{link}: {}", first.text());
        }
        let second = bank.open(&ivanova(), &format!("{}?transfers=faulty&page=2", address(id))).await;
        assert_eq!(numbers(second.text()), (51..=60).collect::<Vec<i64>>());
        let whole = bank.open(&ivanova(), &format!("{}?transfers=faulty&rows=all", address(id))).await;
        assert_eq!(numbers(whole.text()), (1..=60).collect::<Vec<i64>>());
    }

    async fn onl_02_pages_of_statements_keep_what_was_chosen(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        for index in 0..21 {
            bank.statement(&changed(&format!("one-{index}"), |payload| {
                payload["transfers"][0]["amount"] = json!(100 + index);
                payload["transfers"][1]["amount"] = json!(100);
                payload["totalAmount"] = json!(200 + index);
            })).await;
        }
        let chosen = "/bank/payroll?status=AWAITING_SIGN&mine=yes&from=2026-11-01&search=one%2D";
        let first = bank.open(&ivanova(), chosen).await;
        let shown = |page: &Answer| page.text().matches("class=\"row-link\"").count();
        assert_eq!(shown(&first), 20, "{}", first.text());
        let next = "/bank/payroll?status=AWAITING_SIGN&mine=yes&from=2026-11-01&through=&search=one%2D\
            &order=newest&page=2";
        let link = format!("href=\"{}\"", next.replace('&', "&#38;"));
        assert!(first.text().contains(&link), "{link}: {}", first.text());
        let second = bank.open(&ivanova(), next).await;
        assert_eq!((second.status, shown(&second)), (StatusCode::OK, 1), "{}", second.text());
    }

    async fn onl_02_a_statement_is_found_by_its_own_words_in_any_alphabet(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let purpose = "Әлеуметтік  төлем за\u{a0}ИЮНЬ, 5% ещё";
        bank.statement(&changed("benefits", |payload| payload["purpose"] = json!(purpose))).await;
        for (typed, found) in [
            (purpose, 1),
            ("Әлеуметтік төлем", 1),
            ("за июнь", 1),
            ("5% ЕЩЕ", 1),
            ("июнь за", 0),
            ("ь_ 5", 0),
            ("5%%", 0),
        ] {
            let bytes: Vec<String> = typed.bytes().map(|byte| format!("%{byte:02X}")).collect();
            let page = bank.open(&ivanova(), &format!("/bank/payroll?search={}", bytes.concat())).await;
            assert_eq!(page.text().matches("class=\"row-link\"").count(), found, "{typed}: {}", page.text());
        }
    }

    async fn onl_08_all_rows_stand_on_one_sheet_for_printing(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&long("printed-one", 1_234)).await;
        let first = bank.page(id).await;
        assert_eq!(numbers(&first).len(), 50);
        assert!(first.contains(&format!("href=\"{}?rows=all#transfers\"", address(id))), "{first}");
        let whole = bank.open(&ivanova(), &format!("{}?rows=all", address(id))).await;
        assert_eq!(numbers(whole.text()), (1..=1_234).collect::<Vec<i64>>());
        assert!(!whole.text().contains("class=\"pagination\"") && !whole.text().contains("data-live=\""));
        let sorted = "rows=all&order=amount&search=%D0%81%D0%BB%D0%BA%D0%B8%D0%BD";
        let sorted = bank.open(&ivanova(), &format!("{}?{sorted}", address(id))).await;
        assert_eq!(numbers(sorted.text()), (1..=12).rev().map(|hundreds| hundreds * 100).collect::<Vec<i64>>());
    }
}
