//! A signature of a simulated person, for software that is tried without a browser (SBX-03).

use clients::SignatureType;
use kernel::Cnum;
use store::Tx;

use super::error::{Result, StatementError};
use super::people_act::next_signer;
use super::sign::{HowSigned, sign};
use super::trail::Origin;
use crate::identifier::ExternalId;
use crate::lifecycle::StatementStatus;
use crate::state::PayrollState;
use crate::store::statements;

#[derive(Clone, Debug)]
pub(crate) struct AskedSignature {
    pub(crate) signature_type: SignatureType,
    /// The login of the person; the first who may give it when absent.
    pub(crate) login: Option<String>,
    /// Base64 of a detached CMS by a key of the demo; a confirmation when absent.
    pub(crate) cms: Option<String>,
}

/// Signs the company's statement as a person would in the online bank; the status that it has then.
pub(crate) async fn sign_for(
    state: &PayrollState,
    cnum: &Cnum,
    external_id: &ExternalId,
    asked: AskedSignature,
) -> Result<StatementStatus> {
    let (company, name, login) = (cnum.clone(), external_id.clone(), asked.login.clone());
    let read = move |tx: &mut Tx| {
        let header =
            statements::header_by_external_id(tx, &company, &name)?.ok_or(StatementError::NotFound)?;
        let user = match &login {
            Some(login) => Some(clients::find_user_by_login(tx, login)?.ok_or(StatementError::NoRight)?.id),
            None => None,
        };
        Ok::<_, StatementError>((header, user))
    };
    let (header, user) = state.store.read("payroll.sign_for", read).await?;
    if !header.state.status().awaits_signatures() {
        return Err(StatementError::NotInThisState(header.state.status()));
    }
    let user = if let Some(user) = user {
        user
    } else {
        let next = next_signer(state, &header, Some(asked.signature_type)).await?;
        next.ok_or(StatementError::SignatureNotNeeded)?.0
    };
    let how = match asked.cms {
        Some(cms) => HowSigned::Certificate(cms),
        None => HowSigned::Confirmed(asked.signature_type),
    };
    sign(state, &Origin::of_request(user), cnum, header.id, header.version, how).await
}
