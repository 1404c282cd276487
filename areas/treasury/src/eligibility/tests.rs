//! Every row of the table.

use super::{Standing, is_eligible};

#[test]
fn only_an_open_company_outside_of_treasuries_with_a_settlement_account_is_eligible() {
    let mut eligible = Vec::new();
    for is_open in [false, true] {
        for is_in_treasury in [false, true] {
            for has_open_settlement_account in [false, true] {
                let standing = Standing { is_open, is_in_treasury, has_open_settlement_account };
                if is_eligible(standing) {
                    eligible.push(standing);
                }
            }
        }
    }
    let only = Standing { is_open: true, is_in_treasury: false, has_open_settlement_account: true };
    assert_eq!(eligible, [only]);
}
