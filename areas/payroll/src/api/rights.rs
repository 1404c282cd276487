//! The rights of callers.

use clients::Rights;
use edge::Caller;

use super::error::PayrollError;
use crate::state::PayrollState;
use crate::store::dictionaries;

/// Refuses a caller whose rights at the company, through the client, are not those that `may` asks for.
pub(super) async fn check_rights(
    state: &PayrollState,
    caller: &Caller,
    may: fn(Rights) -> bool,
    refusal: PayrollError,
) -> Result<(), PayrollError> {
    let rights = dictionaries::rights(&state.store, &caller.user, &caller.company, &caller.client).await?;
    if may(rights) { Ok(()) } else { Err(refusal) }
}
