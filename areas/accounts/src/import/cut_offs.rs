//! `cut_offs`: the times of a business day from which something waits for the next one.

use std::collections::BTreeMap;

use import::{ImportContext, ImportFile, ImportRow, RowOutcome, RowResult, TableImporter, columns};
use store::Tx;

use crate::store::imported::{CUT_OFF_STORED, CUT_OFFS_LISTED};
use crate::work::set_cut_offs;

pub(super) struct CutOffsFile;

impl TableImporter for CutOffsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&CUT_OFF_STORED),
            listed: Some(&CUT_OFFS_LISTED),
            columns: columns! { kind, until = optional },
            ..ImportFile::new("cut_offs", "cut_off", &["kind"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        let cut_offs = BTreeMap::from([(row.parse("kind")?, row.optional_parse("until")?)]);
        let outcomes = set_cut_offs(tx, &cut_offs)?;
        Ok(outcomes.into_iter().next().map_or(RowOutcome::Unchanged, RowOutcome::from))
    }
}
