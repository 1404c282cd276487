//! The bank's files of this area: enrollment kinds, the banks that the outgoing rail reaches, the terms of conversions.

use std::sync::Arc;

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use kernel::{Bic, Currency, Money};
use store::{Query, Tx, params};

use crate::conversion_terms::Tolerance;
use crate::statement::{CONVERSION_CURRENCIES, INCOME_CODES, income_code_range};
use crate::store::dictionaries::{
    BANK_STORED, BANKS_LISTED, CODE_STORED, CODES_LISTED, INSERT_BANK, INSERT_CONVERSION_TERMS,
    INSERT_ENROLLMENT_CODE, TERMS_LISTED, TERMS_STORED, UPDATE_BANK, UPDATE_CONVERSION_TERMS,
    UPDATE_ENROLLMENT_CODE,
};

/// The most characters of a code.
const CODE_CHARACTERS_MAX: usize = 10;
/// The most characters of a name.
const NAME_CHARACTERS_MAX: usize = 250;

/// Returns the importers of this area.
pub fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(EnrollmentCodes), Arc::new(Banks), Arc::new(ConversionTerms)]
}

struct EnrollmentCodes;

impl TableImporter for EnrollmentCodes {
    fn file_stem(&self) -> &'static str {
        "enrollment_codes"
    }

    fn columns(&self) -> &'static [Column] {
        const COLUMNS: &[Column] = &[
            Column::required("enrollment_code"),
            Column::required("name_ru"),
            Column::required("name_en"),
            Column::optional("income_codes"),
            Column::optional("is_open"),
        ];
        COLUMNS
    }

    fn key(&self) -> &'static [&'static str] {
        &["enrollment_code"]
    }

    fn object(&self) -> &'static str {
        "enrollment_code"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&CODE_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&CODES_LISTED)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
        let mut codes = row.list("income_codes")?;
        let is_code = |code: &&str| INCOME_CODES.map(|known| known.to_string()).any(|known| known == **code);
        if !codes.iter().all(is_code) {
            let rule = format!("must be codes {} with a space between them", income_code_range());
            return Err(RowError::new("income_codes", rule));
        }
        codes.sort_unstable();
        let values = params![
            row.checked_text("enrollment_code", CODE_CHARACTERS_MAX)?,
            row.checked_text("name_ru", NAME_CHARACTERS_MAX)?,
            row.checked_text("name_en", NAME_CHARACTERS_MAX)?,
            codes.concat(),
            row.optional_boolean("is_open")?.unwrap_or(true),
        ];
        Ok(upsert(tx, &INSERT_ENROLLMENT_CODE, &UPDATE_ENROLLMENT_CODE, &values)?)
    }
}

struct Banks;

impl TableImporter for Banks {
    fn file_stem(&self) -> &'static str {
        "payroll_banks"
    }

    fn columns(&self) -> &'static [Column] {
        const COLUMNS: &[Column] = &[Column::required("bic"), Column::required("name")];
        COLUMNS
    }

    fn key(&self) -> &'static [&'static str] {
        &["bic"]
    }

    fn object(&self) -> &'static str {
        "payroll_bank"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&BANK_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&BANKS_LISTED)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
        let bic: Bic = row.parse("bic")?;
        let values = params![&bic, row.checked_text("name", NAME_CHARACTERS_MAX)?];
        Ok(upsert(tx, &INSERT_BANK, &UPDATE_BANK, &values)?)
    }
}

struct ConversionTerms;

impl TableImporter for ConversionTerms {
    fn file_stem(&self) -> &'static str {
        "conversion_terms"
    }

    fn columns(&self) -> &'static [Column] {
        const COLUMNS: &[Column] = &[
            Column::required("currency"),
            Column::optional("tolerance_percent"),
            Column::optional("day_limit"),
        ];
        COLUMNS
    }

    fn key(&self) -> &'static [&'static str] {
        &["currency"]
    }

    fn object(&self) -> &'static str {
        "conversion_terms"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&TERMS_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&TERMS_LISTED)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
        let currency: Currency = row.parse("currency")?;
        if !CONVERSION_CURRENCIES.contains(&currency.as_str()) {
            return Err(RowError::new("currency", "must be USD, EUR or CNY"));
        }
        let tolerance: Option<Tolerance> = row.optional_parse("tolerance_percent")?;
        let day_limit: Option<Money> = row.optional_parse("day_limit")?;
        if day_limit.is_some_and(Money::is_negative) {
            return Err(RowError::new("day_limit", "must be zero or more"));
        }
        let values = params![currency, tolerance.map(Tolerance::basis_points), day_limit.map(Money::minor)];
        Ok(upsert(tx, &INSERT_CONVERSION_TERMS, &UPDATE_CONVERSION_TERMS, &values)?)
    }
}
