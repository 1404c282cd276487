//! Changes which signatures the company's documents need.

use clients::SignatureScheme;
use serde_json::json;
use store::Tx;

use crate::state::IdentityState;
use crate::work::administration::{AdministrationError, Administrator, Decision};

/// Gives the company the scheme `after` in the place of the one that the form showed. Documents that wait for
/// signatures follow it from their next signature on: each signature is judged by the scheme of its moment.
///
/// # Errors
/// The scheme has changed meanwhile, the user does not administer the company, or the database failed.
pub async fn change_scheme(
    state: &IdentityState,
    administrator: &Administrator,
    before: SignatureScheme,
    after: SignatureScheme,
) -> Result<(), AdministrationError> {
    let decision = Decision::of_request(state, administrator);
    let unit = move |tx: &mut Tx| write(tx, &decision, before, after);
    state.store.write("company.change_scheme", unit).await
}

fn write(
    tx: &mut Tx,
    decision: &Decision,
    before: SignatureScheme,
    after: SignatureScheme,
) -> Result<(), AdministrationError> {
    decision.check(tx)?;
    let company = &decision.administrator.company;
    if !clients::set_signature_scheme(tx, company, before, after)? {
        return Err(AdministrationError::Changed);
    }
    if before == after {
        return Ok(());
    }
    let detail = json!({ "before": before.to_string(), "after": after.to_string() });
    let entry = decision.entry("company.signature_scheme_changed", ("company", company.as_str()));
    audit::record(tx, entry.detail(detail))?;
    Ok(())
}
