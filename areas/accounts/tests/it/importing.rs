//! The files of the area.

use import::ImportError;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, CARD, CLOSED, SETTLEMENT, demo_files, petrov};

fn faults(result: Result<import::Report, ImportError>) -> Vec<String> {
    match result {
        Err(ImportError::Files { faults, .. }) => faults.iter().map(ToString::to_string).collect(),
        other => panic!("refused was expected, not {other:?}"),
    }
}

const EMPLOYEES: &str = "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum\n\
    40817810000000000101,1,001,Бондаренко,Александр,Андреевич,C00001\n\
    40817810800000000107,0,001,Демченко,Александр,,\n";

on_both_engines! {
    async fn the_same_files_twice_change_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let again = bank.import(demo_files().path()).await.unwrap();
        for table in again.tables {
            assert_eq!((table.created, table.changed), (0, 0), "{}", table.file);
        }
        bank.assert_sound().await;
    }

    async fn employees_accounts_are_loaded_and_not_shown(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.add("employees_accounts", EMPLOYEES).await.unwrap();
        let again = bank.add("employees_accounts", EMPLOYEES).await.unwrap();
        assert_eq!((again.tables[0].created, again.tables[0].changed, again.tables[0].unchanged), (0, 0, 2));
        let (open, closed) = bank.bench.store.read("test.employees", |tx| {
            let open = accounts::find_employee_account(tx, &"40817810000000000101".parse().unwrap())?;
            let closed = accounts::find_employee_account(tx, &"40817810800000000107".parse().unwrap())?;
            Ok::<_, store::StoreError>((open.unwrap(), closed.unwrap()))
        }).await.unwrap();
        assert!(open.is_open && !closed.is_open);
        assert_eq!(open.salary_project, Some("C00001".parse().unwrap()));
        assert_eq!((open.last_name.as_str(), open.middle_name.as_str()), ("Бондаренко", "Андреевич"));
        assert_eq!((closed.salary_project, closed.middle_name.as_str()), (None, ""));
        let answer = bank.get(&petrov(), "/v1/accounts/40817810000000000101?fields=Number").await;
        assert_eq!(answer.status, 404);
    }

    async fn wrong_accounts_are_named(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let file = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            40702810900000000023,D-1,1,1,3,N,N,C00001,001\n\
            40702978600000000023,D-2,1,1,3,N,N,C00001,009\n\
            40702156000000000023,D-3,3,1,3,N,N,C00001,001\n\
            40702810400000000023,ACC-00000001,1,1,4,N,N,C99999,001\n";
        let faults = faults(bank.add("accounts", file).await);
        assert!(faults[0].starts_with("accounts.csv:2:number: the control key is wrong for BIC 044525999; 4070281040"));
        assert_eq!(faults[1], "accounts.csv:3:branch_id: there is no branch 009");
        assert_eq!(faults.len(), 4);
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
}
