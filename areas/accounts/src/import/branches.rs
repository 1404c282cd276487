//! `branches`: the branches that keep accounts.

use import::{ImportContext, ImportFile, ImportRow, RowResult, TableImporter, columns, upsert};
use kernel::{AccountNumber, Bic};
use store::{Tx, params};

use super::{CITY_CHARACTERS_MAX, ID_CHARACTERS_MAX, NAME_CHARACTERS_MAX};
use crate::store::imported::{BRANCH_INSERT, BRANCH_STORED, BRANCH_UPDATE, BRANCHES_LISTED};

pub(super) struct BranchesFile;

impl TableImporter for BranchesFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&BRANCH_STORED),
            listed: Some(&BRANCHES_LISTED),
            columns: columns! { branch_id, name, bic, correspondent_account, city },
            ..ImportFile::new("branches", "branch", &["branch_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
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
