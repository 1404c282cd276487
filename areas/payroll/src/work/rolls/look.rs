//! The rolls and templates of a company, and one of them with everything that the checks would find.

use kernel::AccountNumber;
use store::Tx;

use crate::catalogue::{Code, Finding};
use crate::income::EnrollmentKind;
use crate::roll::{FaultyCell, KeptRoll, RollHead, RollId};
use crate::state::PayrollState;
use crate::statement::StatementTerms;
use crate::store::{dictionaries, rolls, rolls as rows};
use crate::submission::Submission;
use crate::work::Origin;
use crate::work::access::check_may_edit;
use crate::work::error::{Result, StatementError};
use crate::work::validate::{Candidate, validate};

/// Everything from which a statement can be made.
#[derive(Clone, Debug)]
pub struct Rolls {
    /// The newest first.
    pub prepared: Vec<RollHead>,
    /// The newest first.
    pub templates: Vec<RollHead>,
    /// The accounts from which it can be paid; `None` when there are too many for a list.
    pub accounts: Option<Vec<AccountNumber>>,
    /// The enrollment kinds that new statements may have, with their codes.
    pub enrollment_kinds: Vec<(String, EnrollmentKind)>,
}

/// Returns what the company has for new statements. It takes the right to edit.
pub async fn rolls(state: &PayrollState, origin: &Origin) -> Result<Rolls> {
    let origin = origin.clone();
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &origin)?;
        let fit = |accounts: &Vec<AccountNumber>| accounts.len() <= dictionaries::DEBIT_ACCOUNTS_MAX;
        Ok(Rolls {
            prepared: rows::prepared(tx, &origin.cnum, now)?,
            templates: rows::templates(tx, &origin.cnum, now)?,
            accounts: Some(dictionaries::debit_accounts(tx, &origin.cnum)?).filter(fit),
            enrollment_kinds: dictionaries::open_enrollment_kinds(tx)?,
        })
    };
    state.store.read("payroll.rolls", work).await
}

#[derive(Clone, Debug)]
pub struct Preview {
    pub kept: KeptRoll,
    /// The warning that a statement pays the same, and everything that the checks find at its transfers, by line.
    pub findings: Vec<Finding>,
    /// The cells that keep it from becoming a statement, by line.
    pub faulty_cells: Vec<FaultyCell>,
}

/// Returns a roll of the company with what `:validate` would find at its transfers; nothing is stored. It takes
/// the right to edit.
pub async fn preview(state: &PayrollState, origin: &Origin, id: RollId) -> Result<Preview> {
    let unit_origin = origin.clone();
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        check_may_edit(tx, &unit_origin)?;
        let kept = rolls::roll(tx, &unit_origin.cnum, id, now)?.ok_or(StatementError::NotFound)?;
        let known = kept.head.terms.account.clone();
        Ok((known.or(dictionaries::debit_accounts(tx, &unit_origin.cnum)?.into_iter().next()), kept))
    };
    let read = state.store.read::<_, StatementError>("payroll.roll", work).await;
    let (account, kept): (Option<AccountNumber>, KeptRoll) = read?;
    let (transfers, faulty_cells) = kept.roll.sent()?;
    let (terms, rows) = (account.and_then(|account| terms(&kept, account)), transfers.rows_digest());
    let sent = Submission { terms, transfers, rows, ..Submission::default() };
    let candidate =
        Candidate { cnum: origin.cnum.clone(), sent, enrollment: None, debit_account_is_open: true };
    let mut findings = validate(state, candidate).await?;
    // Its maker has still to say what the statement itself is like.
    findings.retain(|finding| finding.line > 0 || finding.what.code == Code::P13);
    Ok(Preview { kept, findings, faulty_cells })
}

/// Returns terms by which transfers are checked: conversions need them, even where there are no rates yet.
fn terms(kept: &KeptRoll, account: AccountNumber) -> Option<StatementTerms> {
    let RollHead { id, rows_count, total, terms, .. } = &kept.head;
    Some(StatementTerms {
        external_id: id.external_id().ok()?,
        account,
        transfers_count: *rows_count,
        total: (*total)?,
        conversion_rates: Vec::new(),
        income: terms.income.clone(),
        responsible: None,
        period: None,
    })
}
