//! The file `client_tariff_plans`.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use store::{Query, Tx, params};

use super::{client, day, plan};
use crate::store::plans::{CLIENT_PLAN_INSERT, CLIENT_PLAN_STORED, CLIENT_PLAN_UPDATE, CLIENT_PLANS_LISTED};

const COLUMNS: &[Column] =
    &[Column::required("cnum"), Column::required("plan_code"), Column::required("since")];

pub(super) struct ClientTariffPlans;

impl TableImporter for ClientTariffPlans {
    fn file_stem(&self) -> &'static str {
        "client_tariff_plans"
    }

    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn key(&self) -> &'static [&'static str] {
        &["cnum"]
    }

    fn object(&self) -> &'static str {
        "client_tariff_plan"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&CLIENT_PLAN_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&CLIENT_PLANS_LISTED)
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
        let values = params![client(tx, row)?, plan(tx, row)?.as_str(), day(row, "since")?];
        Ok(upsert(tx, &CLIENT_PLAN_INSERT, &CLIENT_PLAN_UPDATE, &values)?)
    }
}
