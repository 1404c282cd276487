//! The list, one statement, and who sees them.

use http::StatusCode;
use payroll::StatementId;
use serde_json::json;
use store::{Column, StoreError, Tx, Value};
use testkit::{Bench, TestCaller, on_both_engines};

use super::completing::waits;
use super::{OnlineBank, address, faulty};
use crate::statements::house::{auditor, changed, ivanova, payload, sidorov};

store::queries! {
    /// A statement of long ago.
    OLD = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version, created_at_us,
            changed_at_us, created_by, client_id, year, number, number_is_default, statement_date, account,
            transfers_count, total_minor, lines_count, enrollment_code, purpose)
        values ($1, 'C00001', $2, 'UNSIGNED', $3, 1, $4, 1, 'U00001', 'erp', 2020, 1, false, '2020-01-20',
            '40702810600000000001', 1, 100, 1, '01', 'Salary')";
}

/// Puts so many statements of long ago in this state, `old-1` the oldest.
async fn put_old(bank: &OnlineBank, count: i64, state: &'static str) {
    let put = move |tx: &mut Tx| {
        let moments: Vec<i64> = (1..=count).collect();
        let ids: Vec<[u8; 16]> = moments.iter().map(|one| i128::from(*one).to_be_bytes()).collect();
        let ids: Vec<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
        let names: Vec<String> = moments.iter().map(|one| format!("old-{one}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let state = Column::Same(Value::from(state));
        tx.insert_bulk(&OLD, &[Column::Bytes(&ids), Column::Texts(&names), state, Column::Integers(&moments)])
    };
    bank.house.bench.store.write::<_, StoreError>("test.old", put).await.unwrap();
}

on_both_engines! {
    async fn pay_15_the_oldest_of_ten_thousand_statements_is_on_the_last_page(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        put_old(&bank, 10_001, "DELETED").await;
        let first = bank.open(&ivanova(), "/bank/payroll").await;
        assert!(first.text().contains(">old-10001<") && first.text().contains("page=501"), "{}", first.text());
        let last = bank.open(&ivanova(), "/bank/payroll?page=501").await;
        assert!(last.text().contains(">old-1<") && !last.text().contains("page=502"), "{}", last.text());
    }

    async fn onl_05_a_lost_signature_is_told_beside_many_scheduled_statements(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        put_old(&bank, 25, "SCHEDULED").await;
        for name in ["later-one", "later-two"] {
            let later = changed(name, |payload| payload["date"] = json!("2026-11-25"));
            bank.house.create_signed(&later).await;
        }
        bank.house.work().await;
        assert_eq!(waits(&bank, &ivanova()).await, []);
        bank.house.revoke(&[bank.house.keys.ivanova.certificate()], 30).await;
        assert_eq!(waits(&bank, &ivanova()).await, [("Не будут исполнены: подпись больше не действует", 2)]);
    }

    async fn onl_02_of_more_errors_than_are_counted_the_newest_are_listed(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        put_old(&bank, 1_021, "ERROR").await;
        let path = "/bank/payroll?status=ERROR&mine=yes";
        let first = bank.open(&ivanova(), path).await;
        assert!(first.text().contains(">old-1021<") && first.text().contains("page=52"), "{}", first.text());
        // They wait for whoever corrects them, and for nobody else.
        let nobodys = bank.open(&auditor(), path).await;
        assert!(nobodys.status != StatusCode::OK || !nobodys.text().contains(">old-"), "{}", nobodys.text());
    }

    async fn onl_02_a_statement_that_came_with_signatures_waits_for_nobody_to_correct_it(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.statement(&faulty("own-one")).await;
        bank.house.create_signed(&faulty("sent-one")).await;
        bank.house.work().await;
        assert_eq!(bank.status("sent-one").await, "ERROR");
        let path = "/bank/payroll?status=ERROR";
        for (path, shows_sent) in [(path.to_owned(), true), (format!("{path}&mine=yes"), false)] {
            let list = bank.open(&ivanova(), &path).await;
            let text = list.text();
            assert!(text.contains(">own-one<") && text.contains(">sent-one<") == shows_sent, "{path}: {text}");
        }
    }

    async fn pay_15_a_statement_says_when_more_people_may_sign_than_are_named(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("many-signers")).await;
        // Ivanova is one of them.
        for (others, is_told) in [(1..=49, false), (50..=50, true)] {
            let (mut users, mut rights) =
                ("user_id,login,full_name,status\n".to_owned(), "login,cnum,rights\n".to_owned());
            for number in others {
                users.extend([format!("U001{number:02},signer-{number},Signer {number},ACTIVE\n")]);
                rights.extend([format!("signer-{number},C00001,ACT SIGN_FIRST\n")]);
            }
            bank.house.add("users.csv", &users).await.unwrap();
            bank.house.add("user_rights.csv", &rights).await.unwrap();
            let (page, list) = (bank.page(id).await, bank.open(&ivanova(), "/bank/payroll").await);
            assert_eq!(page.matches("Signer ").count(), if is_told { 50 } else { 49 }, "{page}");
            assert_eq!(page.contains(" и другие<"), is_told, "{page}");
            assert_eq!(list.text().contains(" или другие"), is_told, "{}", list.text());
        }
    }

    async fn pay_15_the_list_shows_the_statements_by_status_and_date(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.statement(&payload("good-one")).await;
        bank.house.bench.clock.advance_seconds(60);
        bank.statement(&faulty("faulty-one")).await;
        bank.house.bench.clock.advance_seconds(60);
        let later = changed("dated-one", |payload| payload["date"] = json!("2026-12-10"));
        bank.statement(&later).await;
        let names = |text: &str| -> Vec<String> {
            ["good-one", "faulty-one", "dated-one"]
                .into_iter()
                .filter(|name| text.contains(&format!(">{name}<")))
                .map(str::to_owned)
                .collect()
        };
        let all = bank.open(&ivanova(), "/bank/payroll").await;
        assert_eq!(all.status, StatusCode::OK, "{}", all.text());
        assert_eq!(names(all.text()).len(), 3);
        let at = |name: &str| all.text().find(&format!(">{name}<")).unwrap();
        assert!(at("dated-one") < at("faulty-one") && at("faulty-one") < at("good-one"), "newest first");
        for (query, expected) in [
            ("status=ERROR", vec!["faulty-one"]),
            ("status=AWAITING_SIGN", vec!["good-one"]),
            // It pays what the first one pays.
            ("status=AWAITING_SIGN_WITH_WARNINGS", vec!["dated-one"]),
            ("status=&from=2026-12-01&through=", vec!["dated-one"]),
            ("through=2026-11-30", vec!["good-one", "faulty-one"]),
            ("status=EXECUTED", vec![]),
        ] {
            let page = bank.open(&ivanova(), &format!("/bank/payroll?{query}")).await;
            assert_eq!(names(page.text()), expected, "{query}");
        }
        for wrong in ["status=NONE", "from=yesterday", "page=0", "page=-1", "status=ERROR&status=DRAFT"] {
            let page = bank.open(&ivanova(), &format!("/bank/payroll?{wrong}")).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{wrong}");
        }
    }

    async fn pay_15_a_page_says_first_what_is_wrong(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("faulty-one")).await;
        let page = bank.page(id).await;
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}:\n{page}"));
        assert!(at("Ошибки и замечания") < at("О ведомости"), "what is wrong comes first");
        assert!(at(">T07<") < at(">T16<"), "errors before warnings");
        assert!(page.contains("301,50\u{a0}₽") && page.contains("Ошибки"));
        assert!(page.contains("=&#60;b&#62;Формула"), "what was sent is text and no markup");
        assert!(page.contains("Ведомость №&nbsp;") && !page.contains("Ведомость № "), "a number stays with its sign");
        let faulty_only = bank.open(&ivanova(), &format!("{}?transfers=faulty", address(id))).await;
        assert_eq!(faulty_only.text().matches("class=\"row-link\"").count(), 2);
        assert_eq!(page.matches("class=\"row-link\"").count(), 3);
    }

    async fn pay_15_the_faulty_rows_are_a_file(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("faulty-one")).await;
        let file = bank.open(&ivanova(), &format!("{}/faulty.csv", address(id))).await;
        assert_eq!(file.status, StatusCode::OK);
        assert!(file.header("content-type").unwrap().starts_with("text/csv"));
        assert!(file.header("content-disposition").unwrap().starts_with("attachment;"));
        let lines: Vec<&str> = file.text().trim_start_matches('\u{feff}').split("\r\n").collect();
        assert_eq!(lines.len(), 4, "a head, two rows and the end of the last: {lines:?}");
        assert!(
            lines[1].starts_with("\"2\";\"2\";\"'=<b>Формула</b>\"") && lines[1].contains("\"T07\""),
            "{}",
            lines[1]
        );
        assert!(lines[2].starts_with("\"3\";") && lines[2].contains("\"T16\""), "{}", lines[2]);
        assert!(!file.text().contains("\"1\";\"1\";"), "rows without faults are not in it");
    }

    async fn pay_15_a_page_says_that_nobody_may_give_a_signature(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&payload("good-one")).await;
        let nobody = "пока никто: дайте сотруднику право подписи";
        assert!(!bank.page(id).await.contains(nobody));
        bank.house.set_rights("petrov", "ACT EDIT_PAYROLL").await;
        let page = bank.page(id).await;
        assert!(page.contains(nobody), "{page}");
    }

    async fn pay_15_a_page_updates_itself_while_the_program_works(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.house.create(&payload("moving-one")).await;
        let id = bank.house.id("C00001", "moving-one").await;
        let page = bank.page(id).await;
        assert!(page.contains("data-live=\"2\"") && page.contains("Обновить"), "{page}");
        bank.house.work().await;
        let page = bank.page(id).await;
        assert!(!page.contains("data-live") && page.contains("На подпись"), "{page}");
    }

    async fn pay_15_a_statement_of_somebody_else_is_absent(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("faulty-one")).await;
        let nobody = StatementId::from_bytes(&[7; 16]).unwrap();
        let absent = bank.open(&ivanova(), &address(nobody)).await;
        assert_eq!(absent.status, StatusCode::NOT_FOUND);
        for path in ["", "/faulty.csv", "/terms", "/transfers/2", "/sign", "/document.json", "/digest.bin"] {
            let page = bank.open(&sidorov(), &format!("{}{path}", address(id))).await;
            assert_eq!((page.status, page.notice()), (absent.status, absent.notice()), "{path}");
        }
        let version = bank.version(id).await;
        for path in ["/sign", "/delete", "/transfers/2", "/terms"] {
            let fields = [
                ("version", version.as_str()),
                ("type", "FIRST"),
                ("answer", testkit::RIGHT_ANSWER),
                ("order_number", "2"),
                ("totalAmount", "1"),
                ("transfersCount", "1"),
                ("date", "2026-11-20"),
            ];
            let answer = bank.send(&sidorov(), &format!("{}{path}", address(id)), &fields).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {}", answer.text());
        }
        assert_eq!(bank.status("faulty-one").await, "ERROR", "nothing was changed");
        assert!(!bank.open(&sidorov(), "/bank/payroll").await.text().contains("faulty-one"));
        for text in ["x", "1", "%D1%8F", "01890000-0000-7000-8000-00000000000g"] {
            let page = bank.open(&ivanova(), &format!("/bank/payroll/{text}")).await;
            assert_eq!(page.status, StatusCode::NOT_FOUND, "{text}");
        }
    }

    async fn pay_15_without_a_right_or_a_session_nothing_is_shown(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("faulty-one")).await;
        for path in ["/bank/payroll".to_owned(), address(id), format!("{}/faulty.csv", address(id))] {
            assert_eq!(bank.open(&auditor(), &path).await.status, StatusCode::FORBIDDEN, "{path}");
            let pair = bank.house.bench.tokens.pair(&ivanova());
            for request in [
                bank.pages.get(&path),
                bank.pages.get(&path).tokens(&pair),
                bank.pages.get(&path).session_cookie(&pair.access),
                bank.pages.get(&path).session_cookie(&pair.identity),
            ] {
                let closed = request.send().await;
                assert_eq!(closed.status, StatusCode::SEE_OTHER);
                assert_eq!(closed.location(), Some(format!("/bank/login?next={path}").as_str()));
            }
        }
        let delete = format!("{}/delete", address(id));
        let closed = bank.pages.post(&delete).form(&[("version", "3")]).send().await;
        assert_eq!(closed.location(), Some("/bank/login?next=/bank"));
        assert_eq!(bank.send(&auditor(), &delete, &[("version", "3")]).await.status, StatusCode::FORBIDDEN);
        let elsewhere = TestCaller::new("U00002", "C00002");
        assert_eq!(bank.open(&elsewhere, "/bank/payroll").await.status, StatusCode::FORBIDDEN);
    }

    async fn pay_15_long_statements_have_pages(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let long = changed("long-one", |payload| {
            let transfers: Vec<_> =
                (1..=120).map(|order| crate::statements::house::transfer(order, 108 + order % 10)).collect();
            payload["transfers"] = json!(transfers);
            payload["transfersCount"] = json!(120);
            payload["totalAmount"] = json!(12_060);
        });
        let id = bank.statement(&long).await;
        for (page, rows) in [(1, 50), (2, 50), (3, 20), (4, 0)] {
            let shown = bank.open(&ivanova(), &format!("{}?page={page}", address(id))).await;
            assert_eq!(shown.text().matches("data-label=\"№\"").count(), rows, "page {page}");
        }
    }
}
