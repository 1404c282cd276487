//! The files `tariff_plans` and `client_tariff_plans`.

use import::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns, upsert};
use store::{Tx, params};

use super::{client, day, plan};
use crate::plan::{PLANS_OFFERED_MAX, PlanCode, PlanStatus};
use crate::store::plans::{
    CLIENT_PLAN_INSERT, CLIENT_PLAN_STORED, CLIENT_PLAN_UPDATE, CLIENT_PLANS_LISTED, PLAN_INSERT,
    PLAN_STORED, PLAN_UPDATE, PLANS_LISTED, PLANS_OFFERED_COUNT, StoredSection, sections,
};

const NAME_CHARACTERS_MAX: usize = 100;
const SUMMARY_CHARACTERS_MAX: usize = 1_000;

pub(super) struct TariffPlans;

impl TableImporter for TariffPlans {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&PLAN_STORED),
            listed: Some(&PLANS_LISTED),
            columns: columns! {
                plan_code, name, public_name_ru, public_name_en, summary_ru, summary_en, monthly_fee,
                status, fees = required_document,
            },
            ..ImportFile::new("tariff_plans", "tariff_plan", &["plan_code"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _: &ImportContext<'_>) -> RowResult {
        let fee = row.money("monthly_fee")?;
        if fee.is_negative() {
            return Err(RowError::new("monthly_fee", "must not be below zero"));
        }
        let values = params![
            row.parse::<PlanCode>("plan_code")?.as_str(),
            row.checked_text("name", NAME_CHARACTERS_MAX)?,
            row.checked_text("public_name_ru", NAME_CHARACTERS_MAX)?,
            row.checked_text("public_name_en", NAME_CHARACTERS_MAX)?,
            row.checked_text("summary_ru", SUMMARY_CHARACTERS_MAX)?,
            row.checked_text("summary_en", SUMMARY_CHARACTERS_MAX)?,
            fee,
            row.parse::<PlanStatus>("status")?.as_str(),
            fees_text(row)?,
        ];
        // Clients are shown a bounded list: what lies beyond would be offered to nobody, and nobody would know. A row
        // that offers no more plans than there were is taken, however many those are.
        let offered_before: i64 = tx.select_one(&PLANS_OFFERED_COUNT, params![])?;
        let outcome = upsert(tx, &PLAN_INSERT, &PLAN_UPDATE, &values)?;
        let offered: i64 = tx.select_one(&PLANS_OFFERED_COUNT, params![])?;
        if offered > offered_before.max(PLANS_OFFERED_MAX) {
            let message =
                format!("at most {PLANS_OFFERED_MAX} plans are offered: withdraw one in an earlier row");
            return Err(RowError::new("status", message));
        }
        Ok(outcome)
    }
}

/// The fees in the one form in which they are stored, so that the same fees are the same text.
fn fees_text(row: &ImportRow) -> Result<String, RowError> {
    let wrong = |message: String| RowError::new("fees", message);
    let text = row.text("fees")?;
    sections(text).map_err(wrong)?;
    let stored: Vec<StoredSection> = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    serde_json::to_string(&stored).map_err(|error| wrong(error.to_string()))
}

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
