//! The file `client_tariff_plans`.

use import::{ImportContext, ImportFile, ImportRow, RowResult, TableImporter, columns, upsert};
use store::{Tx, params};

use super::{client, day, plan};
use crate::store::plans::{CLIENT_PLAN_INSERT, CLIENT_PLAN_STORED, CLIENT_PLAN_UPDATE, CLIENT_PLANS_LISTED};

pub(super) struct ClientTariffPlans;

impl TableImporter for ClientTariffPlans {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&CLIENT_PLAN_STORED),
            listed: Some(&CLIENT_PLANS_LISTED),
            columns: columns! { cnum, plan_code, since },
            ..ImportFile::new("client_tariff_plans", "client_tariff_plan", &["cnum"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        let values = params![client(tx, row)?, plan(tx, row)?.as_str(), day(row, "since")?];
        Ok(upsert(tx, &CLIENT_PLAN_INSERT, &CLIENT_PLAN_UPDATE, &values)?)
    }
}
