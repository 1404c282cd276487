//! The questions of treasury about accounts are answered by the accounts of this program (docs/adr/0007).

use serde_json::Value;
use store::{StoreError, Tx, params};
use testkit::{Bench, TestCaller, TestClient};

use crate::wired::application;

store::queries! {
    /// Makes an account one of another type.
    CHANGE_TYPE = "update accounts set type = $2 where number = $1";
}

/// C00001's settlement account, which is open, and its overdraft account, which is closed.
const OPEN_ACCOUNT: &str = "40702810600000000001";
const CLOSED_ACCOUNT: &str = "40702810500000000004";
/// Spec section 2.2.
const SETTLEMENT: i64 = 1;
const DEPOSIT: i64 = 4;

async fn change_type(bench: &Bench, number: &'static str, account_type: i64) {
    let change = move |tx: &mut Tx| -> Result<(), StoreError> {
        tx.execute_one(&CHANGE_TYPE, params![number, account_type])
    };
    bench.store.write("change type", change).await.expect("the account is changed");
}

async fn eligible(bench: &Bench, api: &TestClient) -> Vec<String> {
    let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
    let answer = api.get("/v1/connections/users/eligible-companies").tokens(&pair).send().await;
    let page: Value = answer.json();
    let companies = page["companies"].as_array().expect("companies").iter();
    companies.map(|company| company["cnum"].as_str().expect("a cnum").to_owned()).collect()
}

testkit::on_both_engines! {
    async fn tre_02_a_settlement_account_counts_when_it_is_open(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        assert_eq!(eligible(&bench, &api).await, ["C00001", "C00002"]);
        // An open account of another type does not count, nor does a settlement account that is closed.
        change_type(&bench, OPEN_ACCOUNT, DEPOSIT).await;
        assert_eq!(eligible(&bench, &api).await, ["C00002"]);
        change_type(&bench, CLOSED_ACCOUNT, SETTLEMENT).await;
        assert_eq!(eligible(&bench, &api).await, ["C00002"]);
        change_type(&bench, OPEN_ACCOUNT, SETTLEMENT).await;
        assert_eq!(eligible(&bench, &api).await, ["C00001", "C00002"]);
    }
}
