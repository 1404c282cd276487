//! The files of the area.

use store::params;
use testkit::{Bench, on_both_engines};

use crate::bank::{
    ABSENT, Bank, CARD, CLOSED, KOLOS, SETTLEMENT, assert_unchanged, demo_files, faults, ivanova, petrov,
    sidorov,
};
use crate::importing_chunks::number;
use crate::operations::page;

store::queries! {
    EMPLOYEE = "select e.last_name, e.middle_name, coalesce(e.salary_project_cnum, '') as project, \
        case when l.is_open then 'true' else 'false' end as is_open from employees_accounts e \
        join ledger_accounts l on l.ledger_account_id = e.number where e.number = $1";
    BRANCHES = "select branch_id || '|' || name || '|' || bic || '|' || correspondent_account || '|' || city as cells \
        from branches order by branch_id";
    ACCOUNT_ROW = "select document_id || '|' || type || '|' || mode || '|' || name || '|' || international_name || '|' \
        || cnum || '|' || branch_id || '|' || organization_id || '|' || operation_currency || '|' \
        || case when trust_management then 'true' else 'false' end || '|' || trust_management_name || '|' \
        || trust_management_international_name as cells from accounts where number = $1";
    CLOSINGS = "select ledger_account_id, balance_minor, closed_at_us from closing_balances \
        where closing_date = '2026-11-18' order by ledger_account_id";
    LIMIT = "select kind, granted_at_us from credit_limits where limit_id = $1";
    RATE = "select units, rate_micro from day_rates where currency = $1";
    EMPLOYEES_ROWS = "select number || '|' || branch_id || '|' || last_name || '|' || first_name || '|' || middle_name \
        || '|' || coalesce(salary_project_cnum, '') || '|' || coalesce(rouble_account, '') as cells \
        from employees_accounts order by number";
}

const EMPLOYEES: &str = "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum\n\
    40817810000000000101,1,001,Бондаренко,Александр,Андреевич,C00001\n\
    40817810800000000107,0,001,Демченко,Александр,,\n";

on_both_engines! {
    async fn the_same_files_twice_change_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        assert_unchanged(&bank.import(demo_files().path()).await.unwrap());
        bank.assert_sound().await;
    }

    async fn employees_accounts_are_loaded_and_not_shown(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.add("employees_accounts", EMPLOYEES).await.unwrap();
        let again = bank.add("employees_accounts", EMPLOYEES).await.unwrap();
        assert_eq!((again.tables[0].created, again.tables[0].changed, again.tables[0].unchanged), (0, 0, 2));
        for (number, expected) in [
            ("40817810000000000101", ["Бондаренко", "Андреевич", "C00001", "true"]),
            ("40817810800000000107", ["Демченко", "", "", "false"]),
        ] {
            let ((last, middle), (project, is_open)): ((String, String), (String, String)) =
                bank.row(&EMPLOYEE, params![number]).await;
            assert_eq!([last, middle, project, is_open], expected);
        }
        let answer = bank.get(&petrov(), "/v1/accounts/40817810000000000101?fields=Number").await;
        assert_eq!(answer.status, 404);
    }

    async fn ops_01_each_cell_of_a_branch_is_changed_and_no_other_branch(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let other = "002|Филиал|044525111|30101810200000000111|Тверь";
        let header = "branch_id,name,bic,correspondent_account,city\n";
        let brought = async |row: &str| {
            let report = bank.add("branches", &format!("{header}{}\n", row.replace('|', ","))).await.unwrap();
            (report.tables[0].created, report.tables[0].changed)
        };
        assert_eq!(brought(other).await, (1, 0));
        let before: Vec<String> = bank.rows(&BRANCHES, params![]).await;
        assert_eq!(before[1], other);
        for row in [
            "002|Отделение|044525111|30101810200000000111|Тверь",
            "002|Отделение|044525222|30101810200000000111|Тверь",
            "002|Отделение|044525222|30101810500000000222|Тверь",
            "002|Отделение|044525222|30101810500000000222|Клин",
        ] {
            assert_eq!(brought(row).await, (0, 1), "{row}");
            assert_eq!(bank.rows::<String>(&BRANCHES, params![]).await, [before[0].as_str(), row]);
            assert_eq!(brought(row).await, (0, 0), "{row}");
        }
    }

    async fn ops_01_each_cell_of_an_employee_is_changed_and_no_other_employee(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let branch = "branch_id,name,bic,correspondent_account,city\n002,Филиал,044525999,30101810845250000999,Тверь\n";
        bank.add("branches", branch).await.unwrap();
        let [one, two, dollars] = ["40817810000000000701", "40817810000000000702", "40817840000000000701"].map(number);
        let header = "number,branch_id,last_name,first_name,middle_name,salary_project_cnum,rouble_account,status\n";
        let brought = async |rows: &[String]| {
            let rows: Vec<String> = rows.iter().map(|row| format!("{},1\n", row.replace('|', ","))).collect();
            let report = bank.add("employees_accounts", &format!("{header}{}", rows.concat())).await.unwrap();
            (report.tables[0].created, report.tables[0].changed)
        };
        let with = |cells: &str| format!("{dollars}|{cells}");
        let others = [format!("{one}|001|Иванов|Иван||C00001|"), format!("{two}|001|Иванов|Иван||C00001|")];
        let first = with("001|Иванов|Иван|||");
        assert_eq!(brought(&[others[0].clone(), others[1].clone(), first]).await, (3, 0));
        for row in [
            "002|Иванов|Иван|||".to_owned(),
            "002|Петрова|Иван|||".to_owned(),
            "002|Петрова|Анна|||".to_owned(),
            "002|Петрова|Анна|Олеговна||".to_owned(),
            "002|Петрова|Анна|Олеговна|C00001|".to_owned(),
            format!("002|Петрова|Анна|Олеговна|C00002|{one}"),
            format!("002|Петрова|Анна|Олеговна|C00002|{two}"),
            "002|Петрова|Анна|||".to_owned(),
        ] {
            let row = with(&row);
            assert_eq!(brought(std::slice::from_ref(&row)).await, (0, 1), "{row}");
            let mut wanted = [others[0].clone(), others[1].clone(), row.clone()];
            wanted.sort();
            assert_eq!(bank.rows::<String>(&EMPLOYEES_ROWS, params![]).await, wanted);
            assert_eq!(brought(&[row]).await, (0, 0));
        }
        bank.assert_sound().await;
    }

    async fn ops_01_each_cell_of_an_account_is_changed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let branch = "branch_id,name,bic,correspondent_account,city\n002,Филиал,044525999,30101810845250000999,Тверь\n";
        bank.add("branches", branch).await.unwrap();
        let header = "number,status,document_id,type,mode,name,international_name,cnum,branch_id,organization_id,\
            operation_currency,trust_management,trust_management_name,trust_management_international_name\n";
        let before: String = bank.row(&ACCOUNT_ROW, params![SETTLEMENT]).await;
        for (step, row) in [
            "D-1|1|3|N|I|C00001|001|O-1|RUR|false||",
            "D-2|1|3|N|I|C00001|001|O-1|RUR|false||",
            "D-2|2|3|N|I|C00001|001|O-1|RUR|false||",
            "D-2|2|0|N|I|C00001|001|O-1|RUR|false||",
            "D-2|2|0|M|I|C00001|001|O-1|RUR|false||",
            "D-2|2|0|M|J|C00001|001|O-1|RUR|false||",
            "D-2|2|0|M|J|C00001|002|O-1|RUR|false||",
            "D-2|2|0|M|J|C00001|002|O-2|RUR|false||",
            "D-2|2|0|M|J|C00001|002|O-2|USD|false||",
            "D-2|2|0|M|J|C00001|002|O-2|USD|true|T|U",
            "D-2|2|0|M|J|C00001|002|O-2|USD|true|V|U",
            "D-2|2|0|M|J|C00001|002|O-2|USD|true|V|W",
            "D-2|2|0|M|J|C00002|002|O-2|USD|true|V|W",
        ]
        .into_iter()
        .enumerate()
        {
            let text = format!("{header}{ABSENT},1,{}\n", row.replace('|', ","));
            let report = bank.add("accounts", &text).await.unwrap();
            let (created, changed) = if step == 0 { (1, 0) } else { (0, 1) };
            assert_eq!((report.tables[0].created, report.tables[0].changed), (created, changed), "{row}");
            assert_eq!(bank.row::<String>(&ACCOUNT_ROW, params![ABSENT]).await, row);
            assert_eq!(bank.row::<String>(&ACCOUNT_ROW, params![SETTLEMENT]).await, before);
        }
        bank.assert_sound().await;
    }

    async fn ops_01_a_closing_balance_is_corrected_and_no_other(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (evening, night) = ("2026-11-18T17:00:00Z", "2026-11-18T22:00:00Z");
        let (evening_us, night_us) = (1_795_021_200_000_000, 1_795_039_200_000_000);
        let rows = |rows: &[(&str, &str, &str)]| {
            let row = |(account, balance, at): &(&str, &str, &str)| format!("{account},2026-11-18,{balance},{at}\n");
            format!("account,closing_date,balance,closed_at\n{}", rows.iter().map(row).collect::<Vec<_>>().concat())
        };
        let two = rows(&[(CARD, "1.00", evening), (KOLOS, "2.00", evening)]);
        bank.add("closing_balances", &two).await.unwrap();
        for (balance, at, minor, at_us) in
            [("3.00", evening, 300, evening_us), ("3.00", night, 300, night_us), ("1.00", evening, 100, evening_us)]
        {
            let report = bank.add("closing_balances", &rows(&[(CARD, balance, at)])).await.unwrap();
            assert_eq!(report.tables[0].changed, 1, "{balance} {at}");
            let stored: Vec<(String, i64, i64)> = bank.rows(&CLOSINGS, params![]).await;
            assert_eq!(stored, [(CARD.to_owned(), minor, at_us), (KOLOS.to_owned(), 200, evening_us)]);
        }
    }

    async fn ops_01_each_cell_of_a_credit_limit_and_of_a_rate_is_changed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for (kind, day, granted_at_us) in [
            ("OVERDRAFT", 1, 1_767_225_600_000_000), ("CREDIT_LINE", 1, 1_767_225_600_000_000),
            ("CREDIT_LINE", 2, 1_767_312_000_000_000),
        ] {
            let row = format!("L-9,{KOLOS},{kind},1.00,2026-01-0{day}T00:00:00Z\n");
            bank.add("credit_limits", &format!("limit_id,account,kind,amount,granted_at\n{row}")).await.unwrap();
            let stored: (String, i64) = bank.row(&LIMIT, params!["L-9"]).await;
            assert_eq!(stored, (kind.to_owned(), granted_at_us));
        }
        for (units, rate, micro) in [(100, "52.1", 52_100_000), (10, "52.1", 52_100_000), (10, "5.21", 5_210_000)] {
            let row = format!("JPY,2026-01-01,{units},{rate}\n");
            bank.add("day_rates", &format!("currency,rate_date,units,rate\n{row}")).await.unwrap();
            assert_eq!(bank.row::<(i64, i64)>(&RATE, params!["JPY"]).await, (units, micro));
        }
        bank.assert_sound().await;
    }

    async fn wrong_accounts_are_named(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let file = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            40702810900000000023,D-1,1,1,3,N,N,C00001,001\n\
            40702978600000000023,D-2,1,1,3,N,N,C00001,009\n\
            40702156000000000023,D-3,3,1,3,N,N,C00001,001\n\
            40702810400000000023,ACC-00000001,1,1,4,N,N,C99999,001\n";
        let told = faults(bank.add("accounts", file).await);
        assert!(told[0].starts_with("accounts.csv:2:number: the control key is wrong for BIC 044525999; 4070281040"));
        assert_eq!(told[1], "accounts.csv:3:branch_id: there is no branch 009");
        assert_eq!(told.len(), 4);
    }

    async fn an_account_without_a_rate_of_its_currency_is_refused(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let right: kernel::AccountNumber = "40702756000000000023".parse().unwrap();
        let right = right.with_control_key(&"044525999".parse().unwrap());
        let file = format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            {right},D-1,1,1,3,N,N,C00001,001\n"
        );
        let message = "accounts.csv:2:number: there is no rate of CHF in day_rates up to today";
        assert_eq!(faults(bank.add("accounts", &file).await), [message]);
    }

    async fn money_that_is_not_there_is_not_held(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let row = |amount| format!("hold_id,account,amount,placed_at,description\nH,{CARD},{amount},2026-01-01T00:00:00Z,x\n");
        let refused = faults(bank.add("holds", &row("448000.01")).await);
        assert!(refused[0].contains("holds.csv:2:amount") && refused[0].contains("do not suffice"), "{refused:?}");
        bank.add("holds", &row("448000.00")).await.unwrap();
        bank.assert_sound().await;
    }

    async fn a_limit_in_use_is_not_taken_away_and_another_opening_is_refused(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let hold = format!("hold_id,account,amount,placed_at,description\nH,{CARD},400000,2026-01-01T00:00:00Z,x\n");
        bank.add("holds", &hold).await.unwrap();
        let limit = format!("limit_id,account,kind,amount,granted_at\nLIMIT-0001,{CARD},OVERDRAFT,1,2026-01-01T00:00:00Z\n");
        assert!(faults(bank.add("credit_limits", &limit).await)[0].contains("do not suffice"));
        let opening = format!("account,amount,posted_at,value_date\n{SETTLEMENT},1.00,2026-01-01T00:00:00Z,2026-01-01\n");
        let refused = faults(bank.add("ledger_openings", &opening).await);
        assert!(refused[0].contains("used before with another content"), "{refused:?}");
        let closed = format!("account,amount,posted_at,value_date\n{CLOSED},1.00,2026-01-01T00:00:00Z,2026-01-01\n");
        assert!(faults(bank.add("ledger_openings", &closed).await)[0].contains("closed"));
        bank.assert_sound().await;
    }

    async fn ops_01_promises_out_of_range_name_their_cell(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let limits = |amounts: [&str; 2]| format!(
            "limit_id,account,kind,amount,granted_at\nA,{SETTLEMENT},OVERDRAFT,{},2026-01-01T00:00:00Z\n\
            B,{SETTLEMENT},OVERDRAFT,{},2026-01-01T00:00:00Z\n", amounts[0], amounts[1]
        );
        let message = format!(
            "amount: account {SETTLEMENT}: holds and credit limits of an account are at most 90000000000000.00 each"
        );
        let refused = faults(bank.add("credit_limits", &limits(["92233720368547758.07", "90000000000000.01"])).await);
        assert_eq!(refused, [format!("credit_limits.csv:2:{message}"), format!("credit_limits.csv:3:{message}")]);
        let refused = faults(bank.add("credit_limits", &limits(["90000000000000.00", "0.01"])).await);
        assert_eq!(refused, [format!("credit_limits.csv:3:{message}")]);
        bank.add("credit_limits", &limits(["89999999999999.99", "0.01"])).await.unwrap();
        let hold = format!("hold_id,account,amount,placed_at,description\nH,{SETTLEMENT},90000000000000.01,2026-01-01T00:00:00Z,x\n");
        assert_eq!(faults(bank.add("holds", &hold).await), [format!("holds.csv:2:{message}")]);
        bank.assert_sound().await;
    }

    async fn ops_01_an_opening_of_zero_is_checked_like_any_other(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let row = |number, at| format!("account,amount,posted_at,value_date\n{number},0.00,{at},2026-01-01\n");
        assert!(faults(bank.add("ledger_openings", &row(CLOSED, "rubbish")).await)[0].contains("2:posted_at:"));
        bank.add("ledger_openings", &row(CLOSED, "2026-01-01T00:00:00Z")).await.unwrap();
        let refused = faults(bank.add("ledger_openings", &row(SETTLEMENT, "2026-01-01T00:00:00Z")).await);
        assert!(refused[0].contains("2:amount:") && refused[0].contains("another content"), "{refused:?}");
    }

    async fn ops_01_nothing_happens_before_its_time(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let later = "2026-11-20T12:00:01+03:00";
        for (stem, content, column) in [
            ("credit_limits", format!("limit_id,account,kind,amount,granted_at\nA,{CARD},OVERDRAFT,1,{later}\n"), "granted_at"),
            ("ledger_openings", format!("account,amount,posted_at,value_date\n{SETTLEMENT},1,{later},2026-01-01\n"), "posted_at"),
            ("holds", format!("hold_id,account,amount,placed_at,description\nH,{CARD},1,{later},x\n"), "placed_at"),
            (
                "holds",
                format!("hold_id,account,amount,placed_at,released_at,description\nH,{CARD},1,2026-01-01T00:00:00Z,{later},x\n"),
                "released_at",
            ),
            ("closing_balances", format!("account,closing_date,balance,closed_at\n{CARD},2026-11-20,1,{later}\n"), "closed_at"),
        ] {
            let message = format!("{stem}.csv:2:{column}: must not be in the future");
            assert_eq!(faults(bank.add(stem, &content).await), [message]);
        }
        let now = "2026-11-20T12:00:00+03:00";
        let closing = |at| format!("account,closing_date,balance,closed_at\n{CARD},2026-11-20,1,{at}\n");
        bank.add("closing_balances", &closing(now)).await.unwrap();
        let message = "closing_balances.csv:2:closing_date: must not be after the day of closed_at";
        assert_eq!(faults(bank.add("closing_balances", &closing("2026-11-19T21:00:00Z")).await), [message]);
    }

    async fn ops_01_a_hold_does_not_change(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let row = |text| format!("hold_id,account,amount,placed_at,description\nH,{CARD},1,2026-01-01T00:00:00Z,{text}\n");
        bank.add("holds", &row("taxi")).await.unwrap();
        bank.add("holds", &row("taxi")).await.unwrap();
        let refused = faults(bank.add("holds", &row("train")).await);
        assert!(refused[0].contains("hold H was used before with another content"), "{refused:?}");
    }

    async fn ops_01_a_hold_that_is_over_needs_no_money(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let rows = |account: &str, released_at: &str| {
            let header = "hold_id,account,amount,placed_at,released_at,description";
            format!("{header}\nH,{account},9000000000.00,2026-01-01T00:00:00Z,{released_at},Hotel\n")
        };
        // Neither one with less money nor one that is closed stands in its way.
        for account in [SETTLEMENT, CLOSED] {
            let over = rows(account, "2026-01-02T00:00:00Z").replace("\nH,", &format!("\nH-{account},"));
            for created in [1, 0] {
                assert_eq!(bank.add("holds", &over).await.unwrap().tables[0].created, created);
            }
        }
        assert!(faults(bank.add("holds", &rows(SETTLEMENT, "")).await)[0].contains("do not suffice"));
        let absent = faults(bank.add("holds", &rows(ABSENT, "2026-01-02T00:00:00Z")).await);
        assert!(absent[0].contains("there is no such account"), "{absent:?}");
        let text = bank.account_text(&ivanova(), SETTLEMENT, "Balance,BalanceDate").await;
        assert!(text.contains(r#""balance":5000000000.00"#) && text.contains("2026-01-02T03:00:00+03:00"), "{text}");
        bank.assert_sound().await;
    }

    async fn ops_01_a_number_is_a_companys_or_an_employees(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let employee = |number: &str| {
            format!("number,status,branch_id,last_name,first_name\n{number},1,001,Ivanov,Ivan\n")
        };
        let company = |number: &str| format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            {number},D-24,1,1,0,N,N,C00001,001\n"
        );
        let refused = faults(bank.add("employees_accounts", &employee(SETTLEMENT)).await);
        assert!(refused[0].contains("is in accounts already"), "{refused:?}");
        bank.add("employees_accounts", &employee("40817810000000000101")).await.unwrap();
        let refused = faults(bank.add("accounts", &company("40817810000000000101")).await);
        assert!(refused[0].contains("is in employees_accounts already"), "{refused:?}");
    }

    async fn only_an_empty_account_is_closed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let row = |number: &str, id: &str| format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            {number},{id},1,0,3,N,N,C00001,001\n"
        );
        assert!(faults(bank.add("accounts", &row(SETTLEMENT, "ACC-00000001")).await)[0].contains("not empty"));
        bank.add("accounts", &row("40702810400000000023", "D-23").replace(",0,3,", ",1,0,")).await.unwrap();
        let open = bank.account_text(&petrov(), "40702810400000000023", "Status,Mode").await;
        assert_eq!(open, r#"{"id":"D-23","status":1,"mode":0}"#);
        bank.add("accounts", &row("40702810400000000023", "D-23")).await.unwrap();
        let closed = bank.account_text(&petrov(), "40702810400000000023", "Status,Mode,Balance,Rest").await;
        assert_eq!(closed, r#"{"id":"D-23","status":0,"mode":3,"balance":0.00,"rest":0.00}"#);
    }

    async fn onl_01_payments_of_the_bank_become_operations_with_their_counterparty(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let head = "payment_id,account,amount,posted_at,value_date,purpose,document_number,counterparty_name,\
            counterparty_account,counterparty_inn,counterparty_kpp,counterparty_bic\n";
        let rows = format!(
            "IN-1,{KOLOS},1234.56,2026-11-19T10:00:00+03:00,2026-11-19,\"Оплата; \"\"НДС\"\"\",17-Б,ООО «Лютик»,\
            40702810700000000011,7707083893,770701001,044525999\n\
            OUT-1,{KOLOS},-0.56,2026-11-19T11:00:00+03:00,2026-11-19,Комиссия,,,,,,\n"
        );
        bank.add("payments", &format!("{head}{rows}")).await.unwrap();
        let page = page(&bank, &sidorov(), KOLOS, "?from=2026-11-19").await;
        let [out, income] = &page["operations"].as_array().unwrap()[..] else { panic!("{page}") };
        let facts = |one: &serde_json::Value| (one["kind"].clone(), one["side"].clone(), one["amount"].to_string());
        assert_eq!(facts(income), ("TRANSFER".into(), "CREDIT".into(), "1234.56".to_owned()));
        assert_eq!(facts(out), ("OUTGOING_PAYMENT".into(), "DEBIT".into(), "0.56".to_owned()));
        assert_eq!(income["counterparty"], serde_json::json!({
            "name": "ООО «Лютик»", "account": "40702810700000000011", "inn": "7707083893", "kpp": "770701001",
            "bic": "044525999"
        }));
        assert_eq!((&income["purpose"], &income["documentNumber"]), (&"Оплата; \"НДС\"".into(), &"17-Б".into()));
        assert!(out.get("counterparty").is_none() && out.get("documentNumber").is_none());
        // The same file changes nothing, another amount is refused.
        bank.add("payments", &format!("{head}{rows}")).await.unwrap();
        let again = format!("{head}{}", rows.replace("1234.56", "1234.57"));
        assert!(faults(bank.add("payments", &again).await)[0].contains("used before with another content"));
        for (cell, wrong) in [
            ("1234.56", "0"), ("1234.56", "-92233720368547758.08"), ("1234.56", "90000000000000.01"), ("IN-1", "я"),
            ("7707083893", "1"), ("ООО «Лютик»", ""), ("2026-11-19T10", "2027-11-19T10"), (KOLOS, ABSENT),
        ] {
            let row = rows.replace("IN-1", "IN-2").replace("OUT-1", "OUT-2").replacen(cell, wrong, 1);
            let row = if cell == "IN-1" { rows.replacen(cell, wrong, 1) } else { row };
            assert!(!faults(bank.add("payments", &format!("{head}{row}")).await).is_empty(), "{wrong}");
        }
        assert_eq!(self::page(&bank, &sidorov(), KOLOS, "").await["operationsCount"], 3);
        bank.assert_sound().await;
    }
}
