//! A database that an earlier version of the program made keeps what it holds.

use store::{Query, StoreError, Tx, params};
use testkit::{Bench, on_both_engines, tables_until};

use crate::bank::{Bank, SETTLEMENT, VASILEK, ivanova, petrov};

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

async fn delete(bank: &Bank, query: &'static Query, key: &'static str) -> Result<u64, StoreError> {
    bank.bench.store.write("test.delete", move |tx: &mut Tx| tx.execute(query, params![key])).await
}

on_both_engines! {
    async fn acc_06_accounts_survive_the_move_to_their_keys(bench: Bench) {
        let accounts = tables_until(&accounts::MIGRATIONS, ACCOUNTS_BY_ROW_NUMBER);
        let clients = tables_until(&clients::MIGRATIONS, COMPANIES_BY_ROW_NUMBER);
        bench.migrate(&[&audit::MIGRATIONS, &clients, &accounts]).await;
        let bank = Bank::around(bench);
        bank.import(crate::bank::demo_files().path()).await.unwrap();
        let fields = "Number,Name,OrganizationName,Balance,Rest,RestDate,BranchName,BranchCity";
        let before = (
            bank.account_text(&ivanova(), SETTLEMENT, fields).await,
            bank.account_text(&ivanova(), VASILEK, fields).await,
            bank.numbers(&petrov(), "").await,
        );
        bank.bench.migrate(&[&audit::MIGRATIONS, &clients::MIGRATIONS, &accounts::MIGRATIONS]).await;
        let after = (
            bank.account_text(&ivanova(), SETTLEMENT, fields).await,
            bank.account_text(&ivanova(), VASILEK, fields).await,
            bank.numbers(&petrov(), "").await,
        );
        assert_eq!(before, after);
        bank.assert_sound().await;
        for (query, key) in
            [(&LEDGER_ACCOUNT_DELETE, SETTLEMENT), (&BRANCH_DELETE, "001"), (&COMPANY_DELETE, "C00001")]
        {
            let outcome = delete(&bank, query, key).await;
            assert!(matches!(outcome, Err(StoreError::Constraint { .. })), "{key} is still referred to: {outcome:?}");
        }
    }
}
