//! Corrections of an unsigned statement in which the checks found errors.

use jiff::civil::Date;
use kernel::{Cnum, Money};
use store::{Tx, params};

use super::change::{OfficeError, check_may_edit, record, seen_header, take};
use crate::identifier::StatementId;
use crate::lifecycle::UnsignedEvent;
use crate::state::{CHECK, PayrollState};
use crate::statement::{ConversionRate, INCOME_CODES, PURPOSE_CHARACTERS_MAX, StatementHeader};
use crate::store::intake::Origin;
use crate::store::{codec, dictionaries, transfers};
use crate::submission::FieldFault;
use crate::transfer::{SentAmount, Transfer};

/// The most characters of a text in a corrected transfer. What fits here and not the specification is found by the checks.
const TEXT_CHARACTERS_MAX: usize = 1_000;

store::queries! {
    /// What may be corrected of the statement itself.
    CORRECT_TERMS = "update payroll_statements set transfers_count = $2, total_minor = $3, statement_date = $4,
            enrollment_code = $5, income_code = $6, purpose = $7, conversion_rates = $8
        where statement_id = $1 and state = 'ERROR'";
}

/// What may be corrected of a statement as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermsCorrection {
    /// At least 1.
    pub transfers_count: i64,
    /// Above zero.
    pub total: Money,
    /// The day from which it may be executed.
    pub date: Date,
    /// A code of the dictionary.
    pub enrollment_code: String,
    /// 1 to 5, or none.
    pub income_code: Option<i64>,
    /// 1 to [`PURPOSE_CHARACTERS_MAX`] characters.
    pub purpose: String,
    /// By currency.
    pub conversion_rates: Vec<ConversionRate>,
}

impl TermsCorrection {
    /// The terms as they are.
    #[must_use]
    pub fn of(header: &StatementHeader) -> Self {
        Self {
            transfers_count: header.terms.transfers_count,
            total: header.terms.total,
            date: header.date,
            enrollment_code: header.terms.enrollment_code.clone(),
            income_code: header.terms.income_code,
            purpose: header.purpose.clone(),
            conversion_rates: header.terms.conversion_rates.clone(),
        }
    }
}

/// What is corrected at once; afterwards the statement is checked anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// The statement as a whole, when it changes.
    pub terms: Option<TermsCorrection>,
    /// Transfers, each in the place of the one with its line.
    pub transfers: Vec<Transfer>,
}

/// Corrects an unsigned statement in ERROR and sends it to the checks again: ERROR → CHECKING.
///
/// # Errors
/// [`OfficeError::NotFound`], [`OfficeError::NoRight`] (it takes the right to edit), [`OfficeError::Changed`],
/// [`OfficeError::NotInThisState`], [`OfficeError::Fields`] for what cannot be stored; the database's.
pub async fn correct(
    state: &PayrollState,
    origin: &Origin,
    cnum: &Cnum,
    id: StatementId,
    version: i64,
    correction: Correction,
) -> Result<(), OfficeError> {
    let (unit_state, origin, cnum) = (state.clone(), origin.clone(), cnum.clone());
    let now = state.clock.now();
    let work = move |tx: &mut Tx| {
        let mut header = super::change::own_header(tx, &cnum, id)?;
        check_may_edit(tx, &origin.user, &cnum)?;
        if header.version != version {
            header = seen_header(tx, &cnum, id, version)?;
        }
        let change = header.state.unsigned(UnsignedEvent::Corrected)?;
        check(tx, &header, &correction)?;
        if let Some(terms) = &correction.terms {
            let rates = codec::rates_text(&terms.conversion_rates);
            let values = params![
                id.bytes(),
                terms.transfers_count,
                terms.total,
                terms.date,
                terms.enrollment_code.as_str(),
                terms.income_code,
                terms.purpose.as_str(),
                rates,
            ];
            tx.execute_one(&CORRECT_TERMS, values)?;
        }
        for transfer in &correction.transfers {
            transfers::replace(tx, id, transfer)?;
        }
        take(tx, &mut header, &change, &origin, now)?;
        jobs::enqueue(tx, CHECK, &id.to_string(), now)?;
        let entry = origin.entry(&unit_state, now, "payroll_statement.corrected", &header);
        record(tx, entry, &header)
    };
    state.store.write("payroll.correct", work).await?;
    state.wake.notify(CHECK);
    Ok(())
}

/// Refuses what the tables could not hold or a new statement could not have.
fn check(tx: &mut Tx, header: &StatementHeader, correction: &Correction) -> Result<(), OfficeError> {
    let mut faults = Vec::new();
    for transfer in &correction.transfers {
        if !(1..=header.lines_count).contains(&transfer.line) {
            faults.push(FieldFault::new("transfers", format!("there is no line {}", transfer.line)));
        }
        if !texts(transfer).into_iter().all(can_be_stored) {
            let message = format!("a text at line {} is too long or has U+0000", transfer.line);
            faults.push(FieldFault::new("transfers", message));
        }
    }
    if let Some(terms) = &correction.terms {
        let mut rule = |holds: bool, field: &'static str, message: &str| {
            if !holds {
                faults.push(FieldFault::new(field, message));
            }
        };
        rule(terms.transfers_count >= 1, "transfersCount", "must be at least 1");
        rule(terms.total.is_positive(), "totalAmount", "must be greater than 0");
        let income_fits = terms.income_code.is_none_or(|code| INCOME_CODES.contains(&code));
        rule(income_fits, "incomeCode", "must be from 1 to 5");
        let purpose_fits = kernel::checked_text(&terms.purpose, PURPOSE_CHARACTERS_MAX).is_ok();
        rule(purpose_fits, "purpose", "must have 1 to 118 characters");
        let kind = dictionaries::enrollment_kind(tx, &terms.enrollment_code)?;
        rule(kind.is_some_and(|kind| kind.is_open), "enrollmentCode", "is not a code of the dictionary");
    }
    if faults.is_empty() { Ok(()) } else { Err(OfficeError::Fields(faults)) }
}

fn texts(transfer: &Transfer) -> Vec<&str> {
    let mut texts = vec![
        transfer.last_name.as_str(),
        transfer.first_name.as_str(),
        transfer.account.as_str(),
        transfer.currency.as_str(),
    ];
    let optional = [
        &transfer.middle_name,
        &transfer.personnel_number,
        &transfer.birth_date,
        &transfer.bic,
        &transfer.card_number,
    ];
    texts.extend(optional.into_iter().flatten().map(String::as_str));
    texts.extend(transfer.conversion.iter().map(|conversion| conversion.currency.as_str()));
    for amount in [Some(&transfer.amount), transfer.deduction.as_ref()].into_iter().flatten() {
        if let SentAmount::Other(text) = amount {
            texts.push(text);
        }
    }
    texts
}

fn can_be_stored(text: &str) -> bool {
    !text.contains('\0') && text.chars().nth(TEXT_CHARACTERS_MAX).is_none()
}
