//! The bank's file `treasury_members`: which company is in which unified treasury.

use std::sync::Arc;

use import::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns, upsert};
use kernel::Cnum;
use store::{Tx, params};

use crate::store::{INSERT_MEMBER, MEMBER_STORED, MEMBERS_LISTED, UPDATE_MEMBER};

const TREASURY_ID_CHARACTERS_MAX: usize = 64;

pub(crate) fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(TreasuryMembers)]
}

struct TreasuryMembers;

impl TableImporter for TreasuryMembers {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&MEMBER_STORED),
            listed: Some(&MEMBERS_LISTED),
            // Without a treasury the company has left the one it was in.
            columns: columns! { cnum, treasury_id = optional },
            ..ImportFile::new("treasury_members", "company", &["cnum"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        let cnum: Cnum = row.parse("cnum")?;
        if clients::find_company(tx, &cnum)?.is_none() {
            return Err(RowError::new("cnum", format!("there is no company {cnum}")));
        }
        let treasury = row.optional_checked_text("treasury_id", TREASURY_ID_CHARACTERS_MAX)?;
        Ok(upsert(tx, &INSERT_MEMBER, &UPDATE_MEMBER, &params![&cnum, treasury])?)
    }
}
