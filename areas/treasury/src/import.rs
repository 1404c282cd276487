//! The bank's file `treasury_members`: which company is in which unified treasury.

use std::sync::Arc;

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use kernel::Cnum;
use store::{Query, Tx, params};

use crate::store::{INSERT_MEMBER, MEMBER_STORED, MEMBERS_LISTED, UPDATE_MEMBER};

/// The most characters of a treasury's identifier.
const TREASURY_ID_CHARACTERS_MAX: usize = 64;

/// The columns of the file.
const COLUMNS: &[Column] = // Without a treasury the company has left the one it was in.
    &[Column::required("cnum"), Column::optional("treasury_id")];

/// The importers of this area.
pub(crate) fn importers() -> Vec<Arc<dyn TableImporter>> {
    vec![Arc::new(TreasuryMembers)]
}

struct TreasuryMembers;

impl TableImporter for TreasuryMembers {
    fn file_stem(&self) -> &'static str {
        "treasury_members"
    }

    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn key(&self) -> &'static [&'static str] {
        &["cnum"]
    }

    fn object(&self) -> &'static str {
        "company"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&MEMBER_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&MEMBERS_LISTED)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
        let cnum: Cnum = row.parse("cnum")?;
        if clients::find_company(tx, &cnum)?.is_none() {
            return Err(RowError::new("cnum", format!("there is no company {cnum}")));
        }
        let treasury = row.optional_checked_text("treasury_id", TREASURY_ID_CHARACTERS_MAX)?;
        Ok(upsert(tx, &INSERT_MEMBER, &UPDATE_MEMBER, &params![&cnum, treasury])?)
    }
}
