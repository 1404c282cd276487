//! Wrong values are told at their places, and nothing that was typed is lost.

use http::StatusCode;
use serde_json::json;
use sheets::{Limits, xlsx_bytes};
use testkit::{Bench, on_both_engines};

use super::making::upload;
use super::{OnlineBank, address, faulty};
use crate::statements::house::{auditor, changed, employee, ivanova, petrov};

on_both_engines! {
    async fn online_bank_b_wrong_terms_are_told_at_their_fields_and_stay_as_they_were_typed(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&changed("terms-b", |payload| payload["totalAmount"] = json!(999))).await;
        let path = format!("{}/terms", address(id));
        let version = bank.version(id).await;
        let right = [
            ("version", version.as_str()), ("totalAmount", "201"), ("transfersCount", "2"), ("date", "2026-11-20"),
            ("enrollmentCode", "01"), ("incomeCode", "1"), ("purpose", "Зарплата"), ("rate_currency_0", ""),
            ("rate_0", ""),
        ];
        let with = |changes: &[(&'static str, &'static str)]| {
            right.map(|(name, value)| {
                let change = changes.iter().find(|(changed, _)| *changed == name);
                (name, change.map_or(value, |(_, value)| *value))
            })
        };
        for (name, value) in [
            ("totalAmount", "сто рублей"), ("totalAmount", "0"), ("transfersCount", "два"), ("transfersCount", "0"),
            ("date", "31.02.2026"), ("enrollmentCode", "98"), ("incomeCode", "9"), ("incomeCode", "один"),
            ("purpose", ""), ("rate_currency_0", "XXX"), ("rate_currency_0", ""),
        ] {
            let rate = if name == "rate_currency_0" { "5" } else { "" };
            let refused = bank.send(&ivanova(), &path, &with(&[(name, value), ("rate_0", rate)])).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}={value}");
            let text = refused.text();
            assert!(text.contains(&format!("id=\"{name}-fault\"")), "{name}={value}: {text}");
            assert_eq!(text.matches("aria-invalid=\"true\"").count(), 1, "{name}={value}: {text}");
            let is_told = name != "rate_currency_0" || text.contains("Код валюты, которую банк продаёт");
            assert!(is_told, "{name}={value}: {text}");
            assert!(name == "incomeCode" || text.contains(&format!("value=\"{value}\"")), "{name}={value}: {text}");
            let stays = name != "enrollmentCode" || text.contains("<option value=\"98\" selected>98<");
            assert!(stays, "a kind that is no longer offered is not exchanged for another: {text}");
        }
        let typed = [("totalAmount", "x"), ("date", "завтра"), ("purpose", "Премия за год")];
        let several = bank.send(&ivanova(), &path, &with(&typed)).await;
        assert_eq!(several.text().matches("class=\"field-fault\"").count(), 2, "{}", several.text());
        for part in ["value=\"Премия за год\"", "type=\"text\" value=\"завтра\""] {
            assert!(several.text().contains(part), "{part}: {}", several.text());
        }
        // Two tabs: who saves second keeps what was typed, and saves it by another click.
        let saved = bank.send(&petrov(), &path, &with(&[("totalAmount", "500")])).await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
        bank.house.work().await;
        let second = bank.send(&ivanova(), &path, &with(&[("purpose", "Моё назначение")])).await;
        assert_eq!(second.status, StatusCode::CONFLICT);
        let now = bank.version(id).await;
        let version = format!("name=\"version\" value=\"{now}\"");
        for part in [
            "value=\"Моё назначение\"", "value=\"201\"", "только что изменилась", version.as_str(),
            "id=\"purpose-fault\">Сохранено сейчас: Зарплата<", "id=\"totalAmount-fault\">Сохранено сейчас: 500,00<",
        ] {
            assert!(second.text().contains(part), "{part}: {}", second.text());
        }
        // A second click on what was saved is no conflict with it.
        let again = bank.send(&ivanova(), &path, &with(&[("totalAmount", "500,00")])).await;
        assert_eq!(again.status, StatusCode::SEE_OTHER, "{}", again.text());
        // A day as people write it is one.
        let mut fields = with(&[("date", "20.11.2026")]);
        fields[0].1 = &now;
        assert_eq!(bank.send(&ivanova(), &path, &fields).await.status, StatusCode::SEE_OTHER);
    }

    async fn online_bank_9_a_page_after_the_last_and_an_odd_address_lead_to_the_first(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        bank.statement(&faulty("paged-one")).await;
        for (odd, title) in [
            ("page=9999", "На этой странице ничего нет"), ("page=99999999999", "На этой странице ничего нет"),
            ("page=abc", "Такой страницы нет"), ("status=zzz", "Такой страницы нет"),
            ("page=1&page=2", "Такой страницы нет"),
        ] {
            let page = bank.open(&ivanova(), &format!("/bank/payroll?{odd}")).await;
            for part in [title, "<a href=\"/bank/payroll\">К первой странице</a>", "class=\"menu\""] {
                assert!(page.text().contains(part), "{odd}: {part}: {}", page.text());
            }
            assert!(!page.text().contains("Форму не удалось"), "{odd}: {}", page.text());
        }
    }

    async fn pay_15_a_form_that_is_of_no_use_any_more_leads_to_its_statement(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let right = bank.statement(&changed("right-one", |_| {})).await;
        let wrong = bank.statement(&faulty("wrong-one")).await;
        // She sees statements and changes none.
        bank.house.set_rights("auditor", "ACT SIGN_SECOND").await;
        for (caller, id, form) in [
            (ivanova(), right, "corrections"), (ivanova(), right, "terms"), (ivanova(), right, "transfers/1"),
            (auditor(), wrong, "corrections"), (auditor(), wrong, "terms"), (auditor(), wrong, "transfers/2"),
            (auditor(), wrong, "sign"), (ivanova(), wrong, "sign"),
        ] {
            let answer = bank.open(&caller, &format!("{}/{form}", address(id))).await;
            let led = (answer.status, answer.location());
            assert_eq!(led, (StatusCode::SEE_OTHER, Some(address(id).as_str())), "{form}: {}", answer.text());
        }
    }

    async fn online_bank_i_the_title_tells_of_a_fault_and_its_field_is_marked(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("titled-one")).await;
        let version = bank.version(id).await;
        let path = format!("{}/terms", address(id));
        let form = bank.open(&ivanova(), &path).await;
        let title = |page: &str| page.split("<title>").nth(1).unwrap().split('<').next().unwrap().to_owned();
        let fields = [("version", version.as_str()), ("totalAmount", "x")];
        let refused = bank.send(&ivanova(), &path, &fields).await;
        assert_eq!(title(refused.text()), format!("Ошибка: {}", title(form.text())));
        assert!(refused.text().contains("aria-invalid=\"true\""), "{}", refused.text());
    }

    async fn online_bank_h_a_birthday_as_people_write_it_is_taken(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("birthday")).await;
        let path = format!("{}/transfers/2", address(id));
        let account = employee(102);
        let fields = |version, birth_date, order_number| [
            ("version", version), ("last_name", "Смирнова"), ("first_name", "Анна"), ("order_number", order_number),
            ("amount", "100,5"), ("account", &account), ("currency", "RUR"), ("birth_date", birth_date),
        ];
        let unread = bank.send(&ivanova(), &path, &fields("1", "17.05.1990", "вторая")).await;
        assert_eq!(unread.status, StatusCode::UNPROCESSABLE_ENTITY);
        let mut fields_shown = unread.text().split("<div class=\"field\">");
        let wrong = fields_shown.find(|field| field.contains("name=\"order_number\"")).unwrap();
        for part in ["aria-invalid", "field-fault", "value=\"вторая\""] {
            assert!(wrong.contains(part), "{part}: {wrong}");
        }
        let saved = bank.send(&ivanova(), &path, &fields("1", "17.05.1990", "2")).await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
        bank.house.work().await;
        let page = bank.open(&ivanova(), &path).await;
        let text = if page.status == StatusCode::OK { page.text().to_owned() } else { bank.page(id).await };
        assert!(!text.contains("T11"), "{text}");
        assert_eq!(bank.status("birthday").await, "AWAITING_SIGN_WITH_WARNINGS");
    }

    async fn online_bank_09_faulty_rows_go_out_and_come_back_as_a_workbook(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("workbook")).await;
        let page = bank.page(id).await;
        assert!(page.contains("/faulty.xlsx"), "{page}");
        let path = format!("{}/corrections", address(id));
        assert!(bank.open(&ivanova(), &path).await.text().contains("/faulty.xlsx"));
        let file = bank.open(&ivanova(), &format!("{}/faulty.xlsx", address(id))).await;
        assert!(file.header("content-type").unwrap().contains("spreadsheet"), "{:?}", file.header("content-type"));
        let limits = Limits { rows_max: 10, columns_max: 100, cell_characters_max: 1_000 };
        let rows = sheets::read(&file.body, limits).unwrap();
        let cells: Vec<Vec<String>> = rows.iter().map(|row| {
            row.cells.iter().map(|cell| if cell == "4081781000" { employee(102) } else { cell.clone() }).collect()
        }).collect();
        let done = upload(&bank, &ivanova(), &path, "a.xlsx", &xlsx_bytes(&cells).unwrap()).await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
    }

    async fn online_bank_09_a_text_that_is_too_long_for_a_cell_breaks_no_workbook(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let long = changed("longest-one", |payload| payload["transfers"][0]["lastName"] = json!("Ы".repeat(40_000)));
        let id = bank.statement(&long).await;
        let file = bank.open(&ivanova(), &format!("{}/faulty.xlsx", address(id))).await;
        assert_eq!(file.status, StatusCode::OK);
        let limits = Limits { rows_max: 10, columns_max: 100, cell_characters_max: 40_000 };
        let rows = sheets::read(&file.body, limits).unwrap();
        assert!(rows.iter().any(|row| row.cells.contains(&"Ы".repeat(32_767))));
    }

    async fn online_bank_09_a_text_that_is_too_long_is_not_told_as_a_line_that_is_not_there(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let long = changed("long-one", |payload| payload["transfers"][0]["lastName"] = json!("Ы".repeat(1_001)));
        let id = bank.statement(&long).await;
        let path = format!("{}/corrections", address(id));
        let refused = upload(&bank, &ivanova(), &path, "a.csv", "Строка;Сумма\n1;100,51".as_bytes()).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text());
        let text = refused.text();
        assert!(text.contains("Одно из полей слишком длинное") && !text.contains("Таких строк"), "{text}");
        assert!(text.contains("строка 1: Фамилия<"), "{text}");
        let absent = upload(&bank, &ivanova(), &path, "a.csv", "Строка;Сумма\n7;100,51".as_bytes()).await;
        assert!(absent.text().contains("Таких строк") && absent.text().contains("строка 7<"), "{}", absent.text());
        // A list of a hundred says how many more there are.
        let many: Vec<String> = (7..=108).map(|line| format!("\n{line};1")).collect();
        let many = format!("Строка;Сумма{}", many.concat());
        let many = upload(&bank, &ivanova(), &path, "a.csv", many.as_bytes()).await;
        let (text, last) = (many.text(), "строка 106</li><li>ещё таких: 2</li>");
        assert!(text.contains(last) && !text.contains("строка 107<"), "{text}");
    }

    async fn online_bank_09_a_number_that_a_table_calculation_shortened_is_refused_with_words(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let id = bank.statement(&faulty("shortened")).await;
        let path = format!("{}/corrections", address(id));
        for shortened in ["4,08178E+19", "4.08178E+19", "4,08178e19", "4E+19", "4,08178Е+19"] {
            let file = format!("Строка;Счёт\n2;{shortened}");
            let refused = upload(&bank, &ivanova(), &path, "a.csv", file.as_bytes()).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{shortened}: {}", refused.text());
            assert!(refused.text().contains("программа для таблиц сократила номер"), "{shortened}: {}", refused.text());
        }
        assert_eq!(bank.status("shortened").await, "ERROR");
    }
}
