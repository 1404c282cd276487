//! Every row of the table.

use kernel::Translated;

use super::{Candidate, Company, Standing, eligible, group_with, is_eligible};

#[test]
fn only_an_open_company_outside_of_treasuries_with_a_settlement_account_is_eligible() {
    let mut found = Vec::new();
    for is_open in [false, true] {
        for is_in_treasury in [false, true] {
            for has_open_settlement_account in [false, true] {
                let standing = Standing { is_open, is_in_treasury, has_open_settlement_account };
                if is_eligible(standing) {
                    found.push(standing);
                }
            }
        }
    }
    let only = Standing { is_open: true, is_in_treasury: false, has_open_settlement_account: true };
    assert_eq!(found, [only]);
}

fn candidate(cnum: &str, is_open: bool) -> Candidate {
    let company = Company {
        cnum: cnum.to_owned(),
        name: Translated { russian: cnum.to_owned(), english: cnum.to_owned() },
        inn: format!("770712345{}", cnum.len()),
        kpp: None,
        can_sign: false,
    };
    let standing = Standing { is_open, is_in_treasury: false, has_open_settlement_account: true };
    Candidate { company, standing }
}

#[test]
fn tre_02_a_group_is_whole_or_not_asked_for() {
    let group = vec![candidate("A", true), candidate("BB", false)];
    assert_eq!(group_with(group.clone(), "7707123452"), group);
    assert_eq!(group_with(group.clone(), "7707123459"), []);
    assert_eq!(eligible(group).iter().map(|company| company.cnum.as_str()).collect::<Vec<_>>(), ["A"]);
}
