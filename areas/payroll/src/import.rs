//! The bank's files of this area: enrollment kinds, the banks that the outgoing rail reaches, the terms of conversions.

use std::sync::Arc;

use import::{
    ImportContext, ImportFile, ImportRow, RowError, RowOutcome, RowResult, TableImporter, columns, upsert,
};
use kernel::{Bic, Currency, Money};
use store::{Tx, params};

use crate::conversion_terms::Tolerance;
use crate::income::{INCOME_CODES, code_range};
use crate::statement::CONVERSION_CURRENCIES;
use crate::store::dictionaries::{
    BANK_STORED, BANKS_LISTED, CODE_STORED, CODES_LISTED, ENROLLMENT_KINDS_MAX, INSERT_BANK,
    INSERT_CONVERSION_TERMS, INSERT_ENROLLMENT_CODE, OPEN_ENROLLMENT_KINDS_COUNT, TERMS_LISTED, TERMS_STORED,
    UPDATE_BANK, UPDATE_CONVERSION_TERMS, UPDATE_ENROLLMENT_CODE,
};

const CODE_CHARACTERS_MAX: usize = 10;
const NAME_CHARACTERS_MAX: usize = 250;

pub fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(EnrollmentCodes), Arc::new(Banks), Arc::new(ConversionTerms)]
}

struct EnrollmentCodes;

impl TableImporter for EnrollmentCodes {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&CODE_STORED),
            listed: Some(&CODES_LISTED),
            columns: columns! {
                enrollment_code, name_ru, name_en, income_codes = optional, is_open = optional,
            },
            ..ImportFile::new("enrollment_codes", "enrollment_code", &["enrollment_code"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        let mut codes = row.list("income_codes")?;
        let is_code = |code: &&str| INCOME_CODES.map(|known| known.to_string()).any(|known| known == **code);
        if !codes.iter().all(is_code) {
            let rule = format!("must be codes {} with a space between them", code_range());
            return Err(RowError::new("income_codes", rule));
        }
        codes.sort_unstable();
        let is_open = row.optional_boolean("is_open")?.unwrap_or(true);
        let values = params![
            row.checked_text("enrollment_code", CODE_CHARACTERS_MAX)?,
            row.checked_text("name_ru", NAME_CHARACTERS_MAX)?,
            row.checked_text("name_en", NAME_CHARACTERS_MAX)?,
            codes.join(" "),
            is_open,
        ];
        let outcome = upsert(tx, &INSERT_ENROLLMENT_CODE, &UPDATE_ENROLLMENT_CODE, &values)?;
        let is_more = is_open && outcome != RowOutcome::Unchanged;
        if is_more && tx.select_one::<i64>(&OPEN_ENROLLMENT_KINDS_COUNT, params![])? > ENROLLMENT_KINDS_MAX {
            let message =
                format!("there would be more than {ENROLLMENT_KINDS_MAX} open kinds: close others above");
            return Err(RowError::new("enrollment_code", message));
        }
        Ok(outcome)
    }
}

struct Banks;

impl TableImporter for Banks {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&BANK_STORED),
            listed: Some(&BANKS_LISTED),
            columns: columns! { bic, name },
            ..ImportFile::new("payroll_banks", "payroll_bank", &["bic"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        let bic: Bic = row.parse("bic")?;
        let values = params![&bic, row.checked_text("name", NAME_CHARACTERS_MAX)?];
        Ok(upsert(tx, &INSERT_BANK, &UPDATE_BANK, &values)?)
    }
}

struct ConversionTerms;

impl TableImporter for ConversionTerms {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&TERMS_STORED),
            listed: Some(&TERMS_LISTED),
            columns: columns! { currency, tolerance_percent = optional, day_limit = optional },
            ..ImportFile::new("conversion_terms", "conversion_terms", &["currency"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
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
