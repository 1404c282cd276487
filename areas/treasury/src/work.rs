//! Lists the companies that may be included in a unified treasury.

use kernel::{ClientId, Cnum, UserId};
use store::{Result, Store};

use crate::eligibility::{Company, eligible, group_with};
use crate::store::{companies_of_user, companies_visible};

/// Lists the eligible companies that the user may act for through the calling software, ordered by cnum; in the online
/// bank, where no software calls, those that the user may act for.
pub(crate) async fn eligible_for_user(
    store: &Store,
    user: &UserId,
    client: Option<&ClientId>,
) -> Result<Vec<Company>> {
    Ok(eligible(companies_of_user(store, user, client).await?))
}

/// Lists the eligible companies in the group of the company with the tax number `inn`, ordered by cnum. Only companies
/// that the user may see from the `chosen` company, through the calling software if one calls, are among them. A tax
/// number that nobody has and one of a company that the user may not see give the same: nothing.
pub(crate) async fn eligible_for_inn(
    store: &Store,
    (user, client, chosen): (&UserId, Option<&ClientId>, &Cnum),
    inn: &str,
) -> Result<Vec<Company>> {
    Ok(eligible(group_with(companies_visible(store, user, client, chosen).await?, inn)))
}
