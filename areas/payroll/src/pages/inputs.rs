//! Texts that a form shows and sends, and the inputs of a statement's income, which two forms have.

use std::collections::BTreeMap;

use kernel::Language;
use pages::OnlineBankForm;

use crate::income::{CODE_FIELD, EnrollmentKind, INCOME_CODES, Income};

pub(super) const ENROLLMENT: &str = "enrollmentCode";

/// The texts of a form by the names of its inputs, which are those of the interface's fields: the saved ones, or as
/// they were typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Typed(pub(super) BTreeMap<String, String>);

impl Typed {
    pub(super) fn sent(form: &OnlineBankForm, names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().map(|name| (name.clone(), form.field(&name).to_owned())).collect())
    }

    /// Returns the texts of an income and of other inputs.
    pub(super) fn saved<'n>(income: &Income, others: impl IntoIterator<Item = (&'n str, String)>) -> Self {
        let code = income.code.map(|code| code.to_string()).unwrap_or_default();
        let own = [(ENROLLMENT, income.enrollment_code.clone()), (CODE_FIELD, code)];
        Self(own.into_iter().chain(others).map(|(name, text)| (name.to_owned(), text)).collect())
    }

    pub(super) fn text(&self, input: &str) -> &str {
        self.0.get(input).map_or("", String::as_str)
    }

    /// Reads the income; `None` when its code is no number.
    pub(super) fn income(&self) -> Option<Income> {
        let code = match self.text(CODE_FIELD) {
            "" => None,
            code => Some(code.parse().ok()?),
        };
        Some(Income { enrollment_code: self.text(ENROLLMENT).to_owned(), code })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) name: String,
    pub(super) is_chosen: bool,
}

impl Choice {
    pub(super) fn of(value: &str, name: impl Into<String>, chosen: &str) -> Self {
        Self { value: value.to_owned(), name: name.into(), is_chosen: value == chosen }
    }
}

/// The values that a form offers for the income.
pub(super) struct IncomeChoices {
    pub(super) kinds: Vec<Choice>,
    pub(super) codes: Vec<Choice>,
}

impl IncomeChoices {
    /// Offers the kinds that new statements may use, and one that was typed beside them, so that it stays chosen.
    pub(super) fn new(open: &[(String, EnrollmentKind)], typed: &Typed, language: Language) -> Self {
        let (chosen, code) = (typed.text(ENROLLMENT), typed.text(CODE_FIELD));
        let unknown = !chosen.is_empty() && open.iter().all(|(known, _)| known != chosen);
        let kind = |(code, kind): &(String, EnrollmentKind)| {
            Choice::of(code, format!("{code}, {}", kind.name(language)), chosen)
        };
        let unknown = unknown.then(|| Choice::of(chosen, chosen, chosen));
        let codes = INCOME_CODES.map(|known| known.to_string());
        Self {
            kinds: unknown.into_iter().chain(open.iter().map(kind)).collect(),
            codes: codes.map(|known| Choice::of(&known, known.as_str(), code)).collect(),
        }
    }
}
