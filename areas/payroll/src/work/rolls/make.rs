//! The statement that a roll becomes.

use std::mem::size_of;

use idempotency::Keep;
use kernel::{ClientId, Cnum, Money};
use store::Tx;

use crate::identifier::{ExternalId, StatementId};
use crate::income::{CODE_FIELD, EnrollmentKind, code_range};
use crate::roll::{Keeping, KeptRoll, RollId, RollTerms};
use crate::state::PayrollState;
use crate::statement::{PURPOSE_CHARACTERS_MAX, StatementTerms};
use crate::store::{rolls, statements};
use crate::submission::{FieldError, Submission};
use crate::transfer::Transfer;
use crate::work::Origin;
use crate::work::access::check_may_edit;
use crate::work::error::{Result, StatementError};
use crate::work::job_kind::FORGET;
use crate::work::take_in::{Known, Sender, SentNames, TakeInError, look_up, take_in};

/// The name of the online bank where a statement tells which software sent it.
const ONLINE_BANK: &str = "online-bank";

/// Makes a prepared roll into an unsigned statement by the use case of the API, and takes the roll away; returns the
/// statement. Asked for twice, it is the same statement: its name follows from that of the roll. A `control_total` is
/// what its maker expects the roll to come to. It takes the right to edit.
pub async fn make(
    state: &PayrollState,
    origin: &Origin,
    id: RollId,
    terms: RollTerms,
    control_total: Option<Money>,
) -> Result<StatementId> {
    let name = id.external_id().map_err(|error| StatementError::Failed(error.to_string()))?;
    let kept = match read(state, origin, id, &name).await? {
        Read::Made(statement) => return Ok(statement),
        Read::Waits(kept) => *kept,
    };
    let bytes = kept.roll.rows.len() * size_of::<Transfer>();
    let place = state.shared.statements.take(&origin.cnum, bytes).await.ok_or(StatementError::Crowded)?;
    let named = SentNames {
        external_id: None,
        account: terms.account.clone(),
        enrollment_code: Some(terms.income.enrollment_code.clone()).filter(|code| !code.is_empty()),
    };
    let known = look_up(state, &origin.cnum, named).await?;
    let (submission, enrollment) = submission(&kept, name.clone(), terms, control_total, known)?;
    let client: ClientId =
        ONLINE_BANK.parse().map_err(|_| StatementError::Failed(format!("{ONLINE_BANK} is no client")))?;
    let sender = Sender { client, origin: origin.clone(), enrollment };
    match take_in(state, sender, submission, Keep::nothing()).await {
        // Somebody else's click came first.
        Ok(_) | Err(TakeInError::Exists(..)) => {}
        Err(TakeInError::NumbersExhausted) => {
            let error = FieldError::new("number", "all numbers of this year are given");
            return Err(StatementError::Fields(vec![error]));
        }
        Err(TakeInError::Store(error)) => return Err(error.into()),
    }
    drop(place);
    take_away(state, &origin.cnum, id, name).await
}

enum Read {
    Waits(Box<KeptRoll>),
    Made(StatementId),
}

async fn read(state: &PayrollState, origin: &Origin, id: RollId, name: &ExternalId) -> Result<Read> {
    let (origin, name) = (origin.clone(), name.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &origin)?;
        if let Some(header) = statements::header_by_external_id(tx, &origin.cnum, &name)? {
            return Ok(Read::Made(header.id));
        }
        let kept = rolls::roll(tx, &origin.cnum, id, now)?;
        let kept = kept.filter(|kept| kept.head.keeping != Keeping::Template);
        kept.map(|kept| Read::Waits(Box::new(kept))).ok_or(StatementError::NotFound)
    };
    state.store.read("payroll.roll_to_make", work).await
}

fn submission(
    kept: &KeptRoll,
    external_id: ExternalId,
    terms: RollTerms,
    control_total: Option<Money>,
    known: Known,
) -> Result<(Submission, EnrollmentKind)> {
    let (transfers, faulty) = kept.roll.sent()?;
    if !faulty.is_empty() {
        return Err(StatementError::FaultyCells(faulty));
    }
    let RollTerms { account, income, purpose, date, period } = terms;
    let mut errors = Vec::new();
    let mut rule = |holds: bool, field: &'static str, message: String| {
        if !holds {
            errors.push(FieldError::new(field, message));
        }
    };
    rule(account.is_some() && known.account_is_open, "account", "is not found".to_owned());
    rule(known.enrollment.is_some(), "enrollmentCode", "is not a code of the dictionary".to_owned());
    rule(income.is_in_range(), CODE_FIELD, format!("must be {}", code_range()));
    let purpose_fits =
        purpose.as_deref().is_none_or(|text| kernel::checked_text(text, PURPOSE_CHARACTERS_MAX).is_ok());
    rule(purpose_fits, "purpose", format!("must have at most {PURPOSE_CHARACTERS_MAX} characters"));
    let total = kept.head.total.filter(|total| total.is_positive());
    rule(total.is_some(), "totalAmount", "must be greater than 0 and in range".to_owned());
    let agrees = control_total.is_none_or(|expected| total == Some(expected));
    rule(agrees, "controlTotal", "is not what the amounts add up to".to_owned());
    match (account, known.enrollment, total) {
        (Some(account), Some(enrollment), Some(total)) if errors.is_empty() => {
            let transfers_count = kept.head.rows_count;
            let terms = StatementTerms {
                external_id,
                account,
                transfers_count,
                total,
                conversion_rates: Vec::new(),
                income,
                responsible: None,
                period,
            };
            let rows = transfers.rows_digest();
            let (number, signed, content) = (None, None, None);
            Ok((Submission { terms, date, number, purpose, transfers, signed, content, rows }, enrollment))
        }
        _ => Err(StatementError::Fields(errors)),
    }
}

/// Takes the roll away that has become a statement, and returns the statement. A process that dies before leaves the
/// roll until it is forgotten.
async fn take_away(state: &PayrollState, cnum: &Cnum, id: RollId, name: ExternalId) -> Result<StatementId> {
    let cnum = cnum.clone();
    let work = move |tx: &mut Tx| {
        rolls::delete(tx, &cnum, id)?;
        jobs::cancel(tx, FORGET, &id.to_string())?;
        let header = statements::header_by_external_id(tx, &cnum, &name)?;
        header.map(|header| header.id).ok_or(StatementError::NotFound)
    };
    state.store.write("payroll.roll_was_made", work).await
}
