//! A company among those that a person may pick.

use clients::Company;
use kernel::Language;

/// A company that may be picked.
pub(super) struct CompanyChoice {
    /// The client number, the value of the field `cnum`.
    pub(super) cnum: String,
    /// The name in the language of the page.
    pub(super) name: String,
    pub(super) inn: String,
}

impl CompanyChoice {
    pub(super) fn of(company: &Company, language: Language) -> Self {
        let name = company.name(language).to_owned();
        Self { cnum: company.cnum.to_string(), name, inn: company.inn.to_string() }
    }
}
