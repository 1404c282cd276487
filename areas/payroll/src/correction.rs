//! Corrections of an unsigned statement in which the checks found errors.

use jiff::civil::Date;
use kernel::Money;

use crate::income::{CODE_FIELD, EnrollmentKind, Income, code_range};
use crate::statement::{ConversionRate, PURPOSE_CHARACTERS_MAX, StatementHeader};
use crate::submission::FieldError;
use crate::transfer::{BorrowedValue, FIELDS, Transfer};

/// The most characters of a text in a corrected transfer. What fits here and not the specification, the checks find.
const TEXT_CHARACTERS_MAX: usize = 1_000;

/// The correction of a statement as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermsCorrection {
    /// At least 1.
    pub transfers_count: i64,
    /// Above zero.
    pub total: Money,
    /// The day from which it may be executed.
    pub date: Date,
    pub income: Income,
    /// 1 to [`PURPOSE_CHARACTERS_MAX`] characters.
    pub purpose: String,
    /// By currency.
    pub conversion_rates: Vec<ConversionRate>,
}

impl TermsCorrection {
    pub fn of(header: &StatementHeader) -> Self {
        Self {
            transfers_count: header.terms.transfers_count,
            total: header.terms.total,
            date: header.date,
            income: header.terms.income.clone(),
            purpose: header.purpose.clone(),
            conversion_rates: header.terms.conversion_rates.clone(),
        }
    }

    /// Returns what a new statement could not have. `enrollment` is the kind that the dictionary has under the code.
    pub fn check(&self, enrollment: Option<&EnrollmentKind>) -> Vec<FieldError> {
        let mut wrong = Vec::new();
        let mut rule = |holds: bool, field: &'static str, message: &str| {
            if !holds {
                wrong.push(FieldError::new(field, message));
            }
        };
        rule(self.transfers_count >= 1, "transfersCount", "must be at least 1");
        rule(self.total.is_positive(), "totalAmount", "must be greater than 0");
        rule(self.income.is_in_range(), CODE_FIELD, &format!("must be {}", code_range()));
        let purpose_fits = kernel::checked_text(&self.purpose, PURPOSE_CHARACTERS_MAX).is_ok();
        rule(purpose_fits, "purpose", &format!("must have 1 to {PURPOSE_CHARACTERS_MAX} characters"));
        rule(
            enrollment.is_some_and(|kind| kind.is_open),
            "enrollmentCode",
            "is not a code of the dictionary",
        );
        wrong
    }
}

/// Returns what the tables could not hold of transfers of a statement with so many lines: the field of a text, with the
/// line as its message.
pub fn check_transfers<'t>(
    transfers: impl IntoIterator<Item = &'t Transfer>,
    lines_count: i64,
) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    for transfer in transfers {
        if !(1..=lines_count).contains(&transfer.line) {
            wrong.push(FieldError::new("transfers", format!("there is no line {}", transfer.line)));
        }
        let unfit = FIELDS.iter().zip(transfer.values()).filter(|(_, value)| !can_be_stored(*value));
        wrong.extend(unfit.map(|(field, _)| FieldError::new(field.wire_name, transfer.line.to_string())));
    }
    wrong
}

fn can_be_stored(value: BorrowedValue<'_>) -> bool {
    let currencies = value.conversions().iter().map(|part| part.currency.as_str());
    let mut texts = value.text().into_iter().chain(currencies);
    texts.all(|text| !text.contains('\0') && text.chars().nth(TEXT_CHARACTERS_MAX).is_none())
}

#[cfg(test)]
mod tests;
