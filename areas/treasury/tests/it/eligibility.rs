//! Each rule of the table, through both operations.

use testkit::Bench;

use crate::bank::{BY_INN, BY_USER, Bank, cnums, ivanova};

/// The list of both operations for ivanova.
async fn listed(bank: &Bank) -> Vec<String> {
    let by_user = bank.read(&ivanova(), BY_USER).await;
    let by_inn = bank.read(&ivanova(), &format!("{BY_INN}?inn=7707123458")).await;
    assert_eq!(cnums(&by_user), cnums(&by_inn));
    assert_eq!(by_user["totalCount"], cnums(&by_user).len());
    cnums(&by_user).into_iter().map(str::to_owned).collect()
}

testkit::on_both_engines! {
    async fn tre_02_a_closed_company_is_not_eligible(bench: Bench) {
        let bank = Bank::open(bench).await;
        assert_eq!(listed(&bank).await, ["C00001", "C00002"]);
        bank.edit("companies.csv", "FLOWERS,FIRST=1,OPEN", "FLOWERS,FIRST=1,CLOSED").await;
        assert_eq!(listed(&bank).await, ["C00001"]);
    }

    async fn tre_02_a_company_in_a_treasury_is_not_eligible_until_it_leaves(bench: Bench) {
        let bank = Bank::open(bench).await;
        bank.members("C00001,T-1").await.unwrap();
        assert_eq!(listed(&bank).await, ["C00002"]);
        bank.members("C00001,").await.unwrap();
        assert_eq!(listed(&bank).await, ["C00001", "C00002"]);
    }

    async fn tre_02_a_company_needs_an_open_settlement_account(bench: Bench) {
        let bank = Bank::open(bench).await;
        bank.close_accounts("C00002").await;
        assert_eq!(listed(&bank).await, ["C00001"]);
    }
}
