//! Reading over the bank API by people of the bank, by role and by search (LIF-06, BNK-09).

use audit::{Actor, Entry};
use kernel::Clock as _;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proposals::OperatorRole;
use serde_json::{Value, json};
use store::{Column, StoreError, Tx, params};
use testkit::{Bench, TestClient, on_both_engines};

use crate::people::{BOTH, Bank, EVERY, Person, is};
use crate::wired::sandbox;

store::queries! {
    DIFFERENCE_KNOWN = "insert into core_differences (system, number, code, message, told_at_us) \
        values ('core', $1, 'UNKNOWN_HOLD', 'there is no such hold', 0)";

    ORDER_PLACED = "insert into bank_orders (order_id, kind, role, cnum, object_id, payload, state, opened_at_us, \
        deadline_at_us) values ($1, 'payment.send', 'payments', 'C00001', 'test', '{}', 'OPEN', 0, $2)";

    ORDER_ENDED = "update bank_orders set state = 'WITHDRAWN', ended_at_us = 1, ended_by = 'test', answer = 'test' \
        where order_id = 'pay-0'";
}

/// Reads the first rows of a table one by one, and what comes after the last.
async fn goes_on_after_each_row(bank: &Bank<'_>, person: &Person, table: &str) {
    let all = bank.get(person, &format!("registry/{table}?limit=1000")).await;
    let all = all["rows"].as_array().expect("rows");
    let mut after = String::new();
    for place in 0..=all.len().min(3) {
        let page = bank.get(person, &format!("registry/{table}?limit=1&after={after}")).await;
        // A table without rows has no pages.
        let Some(next) = page["nextAfter"].as_str() else {
            let is_end = place == all.len() && page["rows"] == json!([]);
            assert!(place == 0 || is_end, "{table} after {after}: {page}");
            return;
        };
        assert_eq!(
            page["rows"],
            json!(all.iter().skip(place).take(1).collect::<Vec<_>>()),
            "{table} after {after}"
        );
        after = utf8_percent_encode(next, NON_ALPHANUMERIC).to_string();
    }
}

on_both_engines! {
    async fn lif_06_a_refusal_names_each_role_that_would_do(bench: Bench) {
        let client = TestClient::new(sandbox(&bench).await.0.bank);
        let bank = Bank::at(&bench, client.clone());
        for (issuer, role, path, wanted) in [
            ("operator:teller", OperatorRole::Money, "trail", "this needs the role audit or security"),
            ("operator:auditor", OperatorRole::Audit, "registry", "the role read, or one that changes something"),
        ] {
            let person = Person::added(&bench, issuer, &[role]).await;
            let answer = bank.asked(&person.system, path).await;
            is(&answer, 403, "ROLE_MISSING");
            assert!(answer.text().to_lowercase().contains(wanted), "{}", answer.text());
            // Two tokens in one call are none.
            let token = bank.token(&person.system).await;
            let doubled = client.get(&format!("/bank/v1/{path}")).bearer(&token).bearer(&token).send().await;
            is(&doubled, 401, "UNAUTHORIZED");
        }
    }

    async fn lif_06_rows_are_found_by_other_columns_within_bounds(bench: Bench) {
        // With some accounts of employees.
        let bank = Bank::at(&bench, TestClient::new(sandbox(&bench).await.0.bank));
        let petrova = Person::added(&bench, "operator:petrova", &EVERY).await;
        // Each column that is said to be indexed finds the rows that reading all of them finds.
        let tables = bank.get(&petrova, "registry").await;
        let mut named = tables["tables"].as_array().expect("tables").iter();
        let plans = named.find(|table| table["name"] == "tariff_plans").expect("the plans");
        let mut columns = plans["columns"].as_array().expect("columns").iter();
        assert!(columns.all(|column| column["required"] == true), "{plans}");
        let mut indexed = 0;
        for table in tables["tables"].as_array().expect("tables") {
            let name = table["name"].as_str().expect("a name");
            goes_on_after_each_row(&bank, &petrova, name).await;
            let columns = table["columns"].as_array().expect("columns").iter();
            for column in columns.filter(|column| column["indexed"] == true) {
                let column = column["name"].as_str().expect("a name");
                let all = bank.get(&petrova, &format!("registry/{name}?limit=1000")).await;
                let all = all["rows"].as_array().expect("rows");
                let value = all.iter().find_map(|row| row[column].as_str().filter(|value| !value.is_empty()));
                let value = value.unwrap_or_else(|| panic!("{name} has no {column}"));
                let path = format!("registry/{name}?column={column}&value={value}");
                let found = bank.get(&petrova, &format!("{path}&limit=1000")).await;
                let found = found["rows"].as_array().expect("rows");
                let wanted: Vec<&Value> = all.iter().filter(|row| row[column] == value).collect();
                assert_eq!(found.iter().collect::<Vec<_>>(), wanted, "{path}");
                let mut after = String::new();
                for row in found.iter().take(5) {
                    let page = bank.get(&petrova, &format!("{path}&limit=1&after={after}")).await;
                    assert_eq!(&page["rows"][0], row, "{path}");
                    after = page["nextAfter"].as_str().unwrap_or_default().replace('/', "%2F");
                }
                indexed += 1;
            }
        }
        assert_eq!(indexed, 7);
        let small = bank.get(&petrova, "registry/company_groups?column=name&value=Flowers").await;
        assert!(small["rows"].as_array().is_some_and(|rows| rows.len() <= 1), "{small}");
        // Where no index finds them, no more are told than were asked for.
        let all = bank.get(&petrova, "registry/accounts?limit=1000").await;
        let mut of_branch = all["rows"].as_array().expect("rows").iter().filter(|row| row["branch_id"] == "001");
        let path = "registry/accounts?column=branch_id&value=001&limit=2";
        let two = bank.get(&petrova, path).await;
        assert_eq!(two["rows"], json!([of_branch.next(), of_branch.next()]));
        let after = two["nextAfter"].as_str().expect("there are more");
        let next = bank.get(&petrova, &format!("{path}&after={after}")).await;
        assert_eq!(next["rows"], json!([of_branch.next(), of_branch.next()]));
        let own = bank.get(&petrova, "registry/operators?column=name&value=petrova").await;
        assert_eq!(own["rows"][0]["name"], "petrova");
        // The trail names the column, and not the value, which may be personal.
        let read = bank.get(&petrova, "trail?action=registry.read&limit=1000&object=operators").await;
        let mut entries = read["entries"].as_array().expect("entries").iter();
        let entry = entries.find(|entry| entry["detail"]["column"] == "name").expect("one that names the column");
        assert!(!entry["detail"].to_string().contains("petrova"), "{entry}");
    }

    async fn lif_06_a_list_of_the_programs_own_has_pages_and_is_not_searched_where_it_may_go_on(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let add = async |numbers: std::ops::RangeInclusive<i64>| {
            let add = move |tx: &mut Tx| {
                let numbers: Vec<i64> = numbers.clone().collect();
                tx.insert_bulk(&DIFFERENCE_KNOWN, &[Column::Integers(&numbers)])
            };
            bench.store.write::<_, StoreError>("test.differences", add).await.expect("they are there");
        };
        add(1..=999).await;
        let list = "registry/feed_differences";
        let first = bank.get(&petrova, &format!("{list}?limit=600")).await;
        assert_eq!(first["rows"].as_array().map(Vec::len), Some(600));
        assert_eq!(first["nextAfter"], "core/600");
        let rest = bank.get(&petrova, &format!("{list}?limit=600&after=core%2F600")).await;
        assert_eq!((rest["rows"].as_array().map(Vec::len), &rest["nextAfter"]), (Some(399), &Value::Null));
        let found = bank.get(&petrova, &format!("{list}?column=number&value=7")).await;
        assert_eq!(found["rows"].as_array().map(Vec::len), Some(1));
        is(&bank.asked(&petrova.system, &format!("{list}/core%2F1001")).await, 404, "NOT_FOUND");
        add(1_000..=1_001).await;
        assert_eq!(bank.get(&petrova, &format!("{list}/core%2F7")).await["row"]["number"], 7);
        for (query, wanted) in [
            ("/core%2F1001", "may go on after its 1000 rows"),
            ("?column=number&value=1001", "may go on after its 1000 rows"),
            ("?after=core%2F5000", "begin again"),
        ] {
            let answer = bank.asked(&petrova.system, &format!("{list}{query}")).await;
            assert_eq!(answer.status, 422, "{query}: {}", answer.text());
            assert!(answer.text().contains(wanted), "{query}: {}", answer.text());
        }
    }

    async fn lif_06_an_open_order_is_found_by_its_name_however_many_there_are(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let place = |tx: &mut Tx| {
            let due: Vec<i64> = (0..=1_001).collect();
            let names: Vec<String> = due.iter().map(|number| format!("pay-{number}")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            tx.insert_bulk(&ORDER_PLACED, &[Column::Texts(&names), Column::Integers(&due)])?;
            tx.execute_one(&ORDER_ENDED, params![])
        };
        bench.store.write::<_, StoreError>("test.orders", place).await.expect("they are there");
        let listed = bank.get(&petrova, "registry/orders_open?limit=1000").await;
        assert_eq!(listed["rows"][999]["order"], "pay-1000");
        for order in ["pay-1", "pay-1001"] {
            let row = bank.get(&petrova, &format!("registry/orders_open/{order}")).await;
            assert_eq!(row["row"]["order"], order);
        }
        for order in ["pay-0", "pay-1002"] {
            is(&bank.asked(&petrova.system, &format!("registry/orders_open/{order}")).await, 404, "NOT_FOUND");
        }
    }

    async fn lif_06_the_trail_is_read_page_by_page(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        // All of one moment.
        let (now, randomness) = (bench.clock.now(), bench.randomness.clone());
        let write = move |tx: &mut Tx| {
            let entry = |_| Entry::new(now, &*randomness, Actor::System, "thing.changed", ("thing", "T1"));
            (0..5).map(entry).try_for_each(|entry| audit::record(tx, entry))
        };
        bench.store.write::<_, StoreError>("test.entries", write).await.expect("they are there");
        let entries = |page: &Value| page["entries"].as_array().expect("entries").clone();
        let all = entries(&bank.get(&petrova, "trail?action=thing.changed").await);
        let (mut read, mut place) = (Vec::new(), String::new());
        for _ in 0..3 {
            let page = entries(&bank.get(&petrova, &format!("trail?action=thing.changed&limit=2{place}")).await);
            let last = page.last().expect("more");
            let (at, id) = (last["at"].as_str().expect("a moment"), last["id"].as_str().expect("an identifier"));
            place = format!("&until={at}&before={id}");
            read.extend(page);
        }
        assert_eq!((read.len(), read), (5, all));
        for (query, wanted) in [
            ("before=019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f", "needs `until`"),
            ("until=2026-11-20T12:00:00Z&before=1", "must be the `id` of an entry"),
            ("since=yesterday", "must be a moment such as"),
            ("company=c1", "1 to 20 characters out of A-Z and 0-9"),
        ] {
            let answer = bank.asked(&petrova.system, &format!("trail?{query}")).await;
            assert_eq!(answer.status, 400, "{query}: {}", answer.text());
            assert!(answer.text().contains(wanted), "{query}: {}", answer.text());
        }
    }

    async fn lif_06_no_more_than_2_000_rows_are_looked_through(bench: Bench) {
        let bank = Bank::at(&bench, TestClient::new(sandbox(&bench).await.0.bank));
        let petrova = Person::added(&bench, "operator:petrova", &EVERY).await;
        let there = bank.get(&petrova, "registry/company_groups?limit=1000").await;
        let there = there["rows"].as_array().expect("rows").len();
        let grow = async |numbers: std::ops::Range<usize>| {
            let row = |i| json!({ "group_id": format!("G{i:05}"), "name": format!("Group {i}") });
            let tables = json!({ "company_groups": numbers.map(row).collect::<Vec<_>>() });
            let grown = bank.does(&petrova, "registry.change", json!({ "tables": tables })).await;
            assert_eq!(grown.status, 200, "{}", grown.text());
        };
        grow(0..2_000 - there).await;
        let last = bank.get(&petrova, "registry/company_groups?column=name&value=Nobody").await;
        assert_eq!(last["rows"], json!([]), "2,000 rows are looked through");
        grow(2_000 - there..2_001 - there).await;
        for (query, status, wanted) in [
            ("users?column=login", 400, "belong together"),
            ("users?value=x", 400, "belong together"),
            ("users?column=secret_hash&value=set", 400, "must be a column of users"),
            ("company_groups?column=name&value=Nobody", 422, "more than 2000"),
        ] {
            let answer = bank.asked(&petrova.system, &format!("registry/{query}")).await;
            assert_eq!(answer.status.as_u16(), status, "{query}: {}", answer.text());
            assert!(answer.text().contains(wanted), "{query}: {}", answer.text());
        }
    }

    async fn lif_06_readers_and_auditors_read_what_is_theirs_and_do_nothing(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let money = Person::added(&bench, "operator:money", &[OperatorRole::Money]).await;
        let reader = Person::added(&bench, "operator:reader", &[OperatorRole::Read]).await;
        let auditor = Person::added(&bench, "operator:auditor", &[OperatorRole::Audit]).await;
        let arguments = json!({ "login": "ivanova" });
        let number = bank.proposed(&petrova, "users.unlock", &arguments).await;
        let proposal = format!("proposals/{number}");
        let rows = ["registry", "registry/companies", "registry/users/U00001", "registry/switches"];
        // Each path with those who may not read it; nobody else is refused.
        let matrix = ["actions", "proposals", proposal.as_str()].map(|path| (path, Vec::new()));
        let of_rows = rows.map(|path| (path, vec!["auditor"]));
        for (path, refused) in matrix.into_iter().chain(of_rows).chain([("trail", vec!["money", "reader"])]) {
            for person in [&petrova, &money, &reader, &auditor] {
                let answer = bank.asked(&person.system, path).await;
                if refused.contains(&person.name) {
                    is(&answer, 403, "ROLE_MISSING");
                } else {
                    assert_eq!(answer.status, 200, "{path} {}: {}", person.name, answer.text());
                }
            }
        }
        for person in [&reader, &auditor] {
            let actions = bank.get(person, "actions").await;
            for action in actions["actions"].as_array().expect("actions") {
                let name = action["name"].as_str().expect("a name");
                is(&bank.does(person, name, json!({})).await, 403, "ROLE_MISSING");
            }
            is(&bank.decides(person, number, "APPROVE").await, 403, "ROLE_MISSING");
            is(&bank.executed(person, number).await, 409, "STATE");
        }
        assert_eq!(bank.decides(&sidorov, number, "APPROVE").await.status, 204);
        is(&bank.executed(&reader, number).await, 403, "ROLE_MISSING");
    }
}
