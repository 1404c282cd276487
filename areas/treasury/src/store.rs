//! SQL of the treasury area.

use clients::{Company, CompanyStatus, Right};
use edge::Caller;
use kernel::{ClientId, Cnum};
use store::{Migration, MigrationTree, StoreError, Tx, params};

use crate::eligibility::{Standing, is_eligible};

/// The tables of this area.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "treasury",
    migrations: &[Migration {
        version: 1,
        note: "which companies are in a treasury already",
        sql: include_str!("../migrations/0001_treasury_members.sql"),
    }],
};

store::queries! {
    /// The treasury of a company.
    TREASURY_OF = "select treasury_id from treasury_members where cnum = $1 and treasury_id is not null";

    /// A company's first row.
    pub(crate) INSERT_MEMBER =
        "insert into treasury_members (cnum, treasury_id) values ($1, $2) on conflict (cnum) do nothing";

    /// A company joins, changes or leaves its treasury.
    pub(crate) UPDATE_MEMBER = "update treasury_members set treasury_id = $2
        where cnum = $1 and treasury_id is distinct from $2";
}

/// What this area has to know about accounts. The accounts area knows it, and no area depends on another, so the
/// program hands one of these to [`crate::routes`].
pub trait SettlementAccounts: Send + Sync {
    /// Whether the company has at least one open settlement account, in the same snapshot as everything else that is
    /// read through `tx`.
    ///
    /// # Errors
    /// The database's.
    fn has_open(&self, tx: &mut Tx, company: &Cnum) -> Result<bool, StoreError>;
}

/// An eligible company and what the user may do with it.
#[derive(Clone, Debug)]
pub(crate) struct Eligible {
    pub(crate) company: Company,
    pub(crate) can_sign: bool,
}

/// The eligible companies that the user may act for through the calling software, ordered by cnum.
pub(crate) fn eligible_for_user(
    tx: &mut Tx,
    accounts: &dyn SettlementAccounts,
    caller: &Caller,
) -> Result<Vec<Eligible>, StoreError> {
    let companies = clients::companies_user_may_act_for(tx, &caller.user)?;
    let mut eligible = Vec::new();
    for company in served(tx, &caller.client, companies)? {
        if is_eligible(standing(tx, accounts, &company)?) {
            let can_sign = clients::rights(tx, &caller.user, &company.cnum)?.contains(Right::SignTreasury);
            eligible.push(Eligible { company, can_sign });
        }
    }
    Ok(eligible)
}

/// The eligible companies in the group of the company with the tax number `inn`, out of those that the user may see
/// from the chosen company through the calling software, ordered by cnum. A tax number that nobody has and one of a
/// company that the user may not see give the same: nothing.
pub(crate) fn eligible_for_inn(
    tx: &mut Tx,
    accounts: &dyn SettlementAccounts,
    caller: &Caller,
    inn: &str,
) -> Result<Vec<Company>, StoreError> {
    let visible = clients::visible_companies(tx, &caller.user, &caller.company)?;
    let visible = served(tx, &caller.client, visible)?;
    // What the user may see from the chosen company is that company and its group, so one of them having the number
    // means that all of them are the group asked for.
    if !visible.iter().any(|company| company.inn.as_str() == inn) {
        return Ok(Vec::new());
    }
    let mut eligible = Vec::new();
    for company in visible {
        if is_eligible(standing(tx, accounts, &company)?) {
            eligible.push(company);
        }
    }
    Ok(eligible)
}

/// Those of the companies for which the software `client` is registered, in their order, which is by cnum.
fn served(tx: &mut Tx, client: &ClientId, mut companies: Vec<Company>) -> Result<Vec<Company>, StoreError> {
    let served = clients::client_companies(tx, client)?;
    companies.retain(|company| served.contains(&company.cnum));
    Ok(companies)
}

fn standing(
    tx: &mut Tx,
    accounts: &dyn SettlementAccounts,
    company: &Company,
) -> Result<Standing, StoreError> {
    Ok(Standing {
        is_open: company.status == CompanyStatus::Open,
        is_in_treasury: tx.query_optional(&TREASURY_OF, params![&company.cnum])?.is_some(),
        has_open_settlement_account: accounts.has_open(tx, &company.cnum)?,
    })
}
