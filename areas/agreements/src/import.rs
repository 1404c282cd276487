//! The bank's file `agreements`.

use std::sync::Arc;

use import::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns, upsert};
use kernel::Cnum;
use store::{Tx, params};

use crate::api::Agreement;
use crate::store::{
    AGREEMENT_STORED, AGREEMENTS_PER_COMPANY_MAX, COUNT_OF_COMPANY, INSERT_AGREEMENT, UPDATE_AGREEMENT,
};

const BUSINESS_KEY_CHARACTERS_MAX: usize = 100;

pub(crate) fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(Agreements)]
}

struct Agreements;

impl TableImporter for Agreements {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&AGREEMENT_STORED),
            // The last is the object of spec section 2.8 without the two fields that have columns of their own.
            columns: columns! { agreement_id, cnum, business_key, agreement = required_document },
            ..ImportFile::new("agreements", "agreement", &["agreement_id"])
        }
    }

    fn prepare(&self, row: &mut ImportRow, _: &ImportContext<'_>) -> Result<(), RowError> {
        // The key of what is stored is a number.
        row.number("agreement_id").map(drop)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        let id = row.number("agreement_id")?;
        let cnum: Cnum = row.parse("cnum")?;
        if clients::find_company(tx, &cnum)?.is_none() {
            return Err(RowError::new("cnum", format!("there is no company {cnum}")));
        }
        let business_key = row.checked_text("business_key", BUSINESS_KEY_CHARACTERS_MAX)?;
        let values = params![id, &cnum, business_key, document(row)?];
        let outcome = upsert(tx, &INSERT_AGREEMENT, &UPDATE_AGREEMENT, &values)?;
        if tx.select_one::<i64>(&COUNT_OF_COMPANY, params![&cnum])? > AGREEMENTS_PER_COMPANY_MAX {
            let message =
                format!("{cnum} would have more than {AGREEMENTS_PER_COMPANY_MAX} versions of agreements");
            return Err(RowError::new("cnum", message));
        }
        Ok(outcome)
    }
}

/// The document in the one form in which it is stored, so that the same agreement is the same text.
fn document(row: &ImportRow) -> Result<String, RowError> {
    let wrong = |message: String| RowError::new("agreement", message);
    let text = row.text("agreement")?;
    if !text.trim_start().starts_with('{') {
        // An array would be read as the fields in their order.
        return Err(wrong("must be an object".to_owned()));
    }
    let agreement: Agreement = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    if agreement.id.is_some() || agreement.business_key.is_some() {
        return Err(wrong("id and businessKey are in the columns agreement_id and business_key".to_owned()));
    }
    serde_json::to_string(&agreement).map_err(|error| wrong(error.to_string()))
}
