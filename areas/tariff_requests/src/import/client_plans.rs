//! The file `client_tariff_plans`.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use store::{Tx, params};

use super::{client, day, plan};

const COLUMNS: &[Column] =
    &[Column::required("cnum"), Column::required("plan_code"), Column::required("since")];

store::queries! {
    /// A client's first plan.
    pub(crate) CLIENT_PLAN_INSERT = "insert into tariff_client_plans (cnum, plan_code, since) values ($1, $2, $3)
        on conflict (cnum) do nothing";

    /// Another plan of a client.
    pub(crate) CLIENT_PLAN_UPDATE = "update tariff_client_plans set plan_code = $2, since = $3
        where cnum = $1 and (plan_code, since) is distinct from ($2, $3)";
}

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

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> Result<RowOutcome, RowError> {
        let values = params![client(tx, row)?, plan(tx, row)?.as_str(), day(row, "since")?];
        Ok(upsert(tx, &CLIENT_PLAN_INSERT, &CLIENT_PLAN_UPDATE, &values)?)
    }
}
