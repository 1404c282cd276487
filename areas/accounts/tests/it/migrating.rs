//! A database that an earlier version of the program made keeps what it holds.

use store::{Query, StoreError, Tx, params};
use testkit::{Bench, on_both_engines, tables_until};

use crate::bank::{Bank, SETTLEMENT, VASILEK, demo_data, ivanova, petrov};
use crate::old_rows::{self, OldAccount};
use crate::operations::{Payment, amounts, page, text};

store::queries! {
    /// Takes away the ledger's side of an account.
    LEDGER_ACCOUNT_DELETE = "delete from ledger_accounts where ledger_account_id = $1";
    /// Takes away the branch of an account.
    BRANCH_DELETE = "delete from branches where branch_id = $1";
    /// Takes away the company of an account.
    COMPANY_DELETE = "delete from companies where cnum = $1";
}

/// The last version of the accounts' tables in which SQLite kept them by row numbers.
const ACCOUNTS_BY_ROW_NUMBER: u32 = 5;
/// The last version of the directory's tables in which SQLite kept companies by row numbers.
const COMPANIES_BY_ROW_NUMBER: u32 = 2;

/// The last version of the accounts' tables without operations.
const WITHOUT_OPERATIONS: u32 = 6;
/// Two accounts with postings, of which some lie on each other's moment and one is written after a later one.
const OLD_ACCOUNTS: &[OldAccount] = &[
    (
        SETTLEMENT,
        "C00001",
        &[(500, 30), (-200, 40), (9_000_000_000_000_000, 20), (-9_000_000_000_000_000, 40), (7, 40)],
    ),
    (VASILEK, "C00002", &[(1, 10)]),
    ("40702810400000000023", "C00001", &[]),
];

/// The tables of who is who.
const DIRECTORY: [&str; 5] = ["company_groups", "companies", "users", "user_rights", "oauth_clients"];

/// Copies files of the directory, without accounts.
fn directory_files(stems: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().unwrap();
    for stem in stems {
        let file = format!("{stem}.csv");
        std::fs::copy(demo_data().join(&file), folder.path().join(&file)).unwrap();
    }
    folder
}

async fn delete(bank: &Bank, query: &'static Query, key: &'static str) -> Result<u64, StoreError> {
    bank.bench.store.write("test.delete", move |tx: &mut Tx| tx.execute(query, params![key])).await
}

on_both_engines! {
    async fn acc_06_accounts_survive_the_move_to_their_keys(bench: Bench) {
        let accounts = tables_until(&accounts::MIGRATIONS, ACCOUNTS_BY_ROW_NUMBER);
        let clients = tables_until(&clients::MIGRATIONS, COMPANIES_BY_ROW_NUMBER);
        bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &clients, &accounts]).await;
        let bank = Bank::around(bench);
        bank.import(directory_files(&["company_groups", "companies", "users"]).path()).await.unwrap();
        old_rows::allow(&bank, &[&ivanova(), &petrov()], &["C00001", "C00002"]).await;
        old_rows::write(&bank, OLD_ACCOUNTS).await;
        let fields = "Number,Name,OrganizationName,Balance,Rest,RestDate,BranchName,BranchCity";
        let trees = [&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, &accounts::MIGRATIONS];
        bank.bench.migrate(&trees).await;
        let after = (
            bank.account_text(&ivanova(), SETTLEMENT, fields).await,
            bank.account_text(&ivanova(), VASILEK, fields).await,
            bank.numbers(&petrov(), "").await,
        );
        // The version that wrote the rows showed them like this.
        let shown = |number: &str, company: &str, amount: &str| {
            format!(
                r#"{{"id":"D-{number}","number":"{number}","name":"Счёт","organizationName":"ООО «{company}»","#
            ) + &format!(r#""balance":{amount},"rest":{amount},"restDate":"2024-01-10T00:00:00+03:00","#)
                + r#""branchName":"Головной офис","#
                + r#""branchCity":"Москва"}"#
        };
        let numbers = ["40702810400000000023", SETTLEMENT, VASILEK].map(str::to_owned).to_vec();
        assert_eq!(after, (shown(SETTLEMENT, "Ромашка", "3.07"), shown(VASILEK, "Василёк", "0.01"), numbers));
        bank.assert_sound().await;
        for (query, key) in
            [(&LEDGER_ACCOUNT_DELETE, SETTLEMENT), (&BRANCH_DELETE, "001"), (&COMPANY_DELETE, "C00001")]
        {
            let outcome = delete(&bank, query, key).await;
            assert!(matches!(outcome, Err(StoreError::Constraint { .. })), "{key} is still referred to: {outcome:?}");
        }
    }

    async fn onl_01_postings_from_before_become_operations(bench: Bench) {
        let accounts = tables_until(&accounts::MIGRATIONS, WITHOUT_OPERATIONS);
        bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, &accounts]).await;
        let bank = Bank::around(bench);
        bank.import(directory_files(&DIRECTORY).path()).await.unwrap();
        old_rows::write(&bank, OLD_ACCOUNTS).await;
        let trees = [&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS, &accounts::MIGRATIONS];
        bank.bench.migrate(&trees).await;
        bank.assert_sound().await;
        let written = text(&bank, &ivanova(), SETTLEMENT, "").await;
        let edge = 9_000_000_000_000_000;
        assert_eq!(amounts(&written, "amount"), [7, edge, 200, 500, edge]);
        assert_eq!(amounts(&written, "balance"), [307, 300, edge + 300, edge + 500, edge]);
        assert_eq!(amounts(&written, "debits"), [edge + 200]);
        // Facts that nobody wrote down then are not made up now.
        assert!(written.contains("Старая запись"));
        assert!(!written.contains("documentNumber") && !written.contains("counterparty"));
        Payment::new("new", SETTLEMENT, 3).post(&bank).await;
        let one = &page(&bank, &ivanova(), SETTLEMENT, "?limit=1").await["operations"][0];
        assert_eq!((one["number"].to_string(), one["balance"].to_string()), ("6".to_owned(), "3.1".to_owned()));
        assert_eq!(page(&bank, &ivanova(), "40702810400000000023", "").await["operationsCount"], 0);
        Payment::new("first", "40702810400000000023", 3).post(&bank).await;
        assert_eq!(page(&bank, &ivanova(), "40702810400000000023", "").await["operationsCount"], 1);
        bank.assert_sound().await;
    }
}
