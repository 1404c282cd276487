//! `cut_offs`: the times of a business day from which something waits for the next one.

use std::collections::BTreeMap;

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter};
use store::{Query, Tx};

use crate::store::imported::{CUT_OFF_STORED, CUT_OFFS_LISTED};
use crate::work::set_cut_offs;

/// Takes `cut_offs`.
pub(super) struct CutOffsFile;

impl TableImporter for CutOffsFile {
    fn file_stem(&self) -> &'static str {
        "cut_offs"
    }

    fn columns(&self) -> &'static [Column] {
        const { &[Column::required("kind"), Column::optional("until")] }
    }

    fn key(&self) -> &'static [&'static str] {
        &["kind"]
    }

    fn object(&self) -> &'static str {
        "cut_off"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&CUT_OFF_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&CUT_OFFS_LISTED)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
        let cut_offs = BTreeMap::from([(row.parse("kind")?, row.optional_parse("until")?)]);
        let outcomes = set_cut_offs(tx, &cut_offs)?;
        Ok(outcomes.into_iter().next().map_or(RowOutcome::Unchanged, RowOutcome::from))
    }
}
