//! The kind of money that a statement pays: two codes of dictionaries (spec section 2.5).

use std::ops::RangeInclusive;

use kernel::Language;

pub const INCOME_CODES: RangeInclusive<i64> = 1..=5;

/// The name that requests give to the income code.
pub const CODE_FIELD: &str = "incomeCode";

/// Returns the first and the last income code, as messages name them: `from 1 to 5`.
pub fn code_range() -> String {
    let (first, last) = INCOME_CODES.into_inner();
    format!("from {first} to {last}")
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Income {
    /// A code of the dictionary of enrollment kinds; empty while nobody has chosen one.
    pub enrollment_code: String,
    /// One of [`INCOME_CODES`] (PAY-06).
    pub code: Option<i64>,
}

impl Income {
    pub fn is_in_range(&self) -> bool {
        self.code.is_none_or(|code| INCOME_CODES.contains(&code))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnrollmentKind {
    /// Its name in Russian, from which purposes are made.
    pub name_ru: String,
    pub name_en: String,
    /// The income codes that go with it, as digits with a space between them; empty when all do.
    pub income_codes: String,
    /// New statements may use it.
    pub is_open: bool,
}

impl EnrollmentKind {
    /// Stands for a code that the dictionary does not have, where that is told as an error of its field.
    pub fn unknown() -> Self {
        Self { is_open: true, ..Self::default() }
    }

    pub fn allows(&self, code: i64) -> bool {
        self.income_codes.is_empty() || self.income_codes.contains(&code.to_string())
    }

    pub fn name(&self, language: Language) -> &str {
        match language {
            Language::Russian => &self.name_ru,
            Language::English => &self.name_en,
        }
    }
}
