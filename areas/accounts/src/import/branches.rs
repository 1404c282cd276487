//! `branches`: the branches that keep accounts.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use kernel::{AccountNumber, Bic};
use store::{Query, Tx, params};

use super::{CITY_CHARACTERS_MAX, ID_CHARACTERS_MAX, NAME_CHARACTERS_MAX};
use crate::store::imported::{BRANCH_INSERT, BRANCH_STORED, BRANCH_UPDATE, BRANCHES_LISTED};

/// Takes `branches`.
pub(super) struct BranchesFile;

impl TableImporter for BranchesFile {
    fn file_stem(&self) -> &'static str {
        "branches"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::required("branch_id"),
                Column::required("name"),
                Column::required("bic"),
                Column::required("correspondent_account"),
                Column::required("city"),
            ]
        }
    }

    fn key(&self) -> &'static [&'static str] {
        &["branch_id"]
    }

    fn object(&self) -> &'static str {
        "branch"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&BRANCH_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&BRANCHES_LISTED)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
        let values = params![
            row.checked_text("branch_id", ID_CHARACTERS_MAX)?,
            row.checked_text("name", NAME_CHARACTERS_MAX)?,
            row.parse::<Bic>("bic")?,
            row.parse::<AccountNumber>("correspondent_account")?,
            row.checked_text("city", CITY_CHARACTERS_MAX)?,
        ];
        Ok(upsert(tx, &BRANCH_INSERT, &BRANCH_UPDATE, &values)?)
    }
}
