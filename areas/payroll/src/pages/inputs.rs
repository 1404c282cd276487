//! Texts that a form shows and sends, and the inputs of a statement's income, which two forms have.

use std::collections::BTreeMap;

use pages::OnlineBankForm;

use crate::income::{CODE_FIELD, INCOME_CODES, Income};

/// The input of the enrollment kind, with the field of the interface that it is.
pub(super) const ENROLLMENT: (&str, &str) = ("enrollment_code", "enrollmentCode");
/// The input of the income code, with the field of the interface that it is.
pub(super) const CODE: (&str, &str) = ("income_code", CODE_FIELD);

/// The texts of a form by the names of its inputs: those that are saved, or as they were typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Typed(pub(super) BTreeMap<String, String>);

impl Typed {
    pub(super) fn sent(form: &OnlineBankForm, names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().map(|name| (name.clone(), form.field(&name).to_owned())).collect())
    }

    /// Returns the texts of an income and of other inputs.
    pub(super) fn saved<'n>(income: &Income, others: impl IntoIterator<Item = (&'n str, String)>) -> Self {
        let code = income.code.map(|code| code.to_string()).unwrap_or_default();
        let own = [(ENROLLMENT.0, income.enrollment_code.clone()), (CODE.0, code)];
        Self(own.into_iter().chain(others).map(|(name, text)| (name.to_owned(), text)).collect())
    }

    pub(super) fn text(&self, input: &str) -> &str {
        self.0.get(input).map_or("", String::as_str)
    }

    /// Reads the income; `None` when its code is no number.
    pub(super) fn income(&self) -> Option<Income> {
        let code = match self.text(CODE.0) {
            "" => None,
            code => Some(code.parse().ok()?),
        };
        Some(Income { enrollment_code: self.text(ENROLLMENT.0).to_owned(), code })
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

/// The income codes that a form offers.
pub(super) fn codes() -> Vec<String> {
    INCOME_CODES.map(|code| code.to_string()).collect()
}
