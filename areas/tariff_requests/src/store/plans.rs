//! Plans, the clients' plans and the changes ahead.

use jiff::civil::Date;
use kernel::{Cnum, Translated, text_enum};
use serde::{Deserialize, Serialize};
use store::{Result, Selected, Tx, params};

use crate::plan::{
    CurrentPlan, FEES_MAX, Fee, FeeSection, FutureChange, PLANS_OFFERED_MAX, PlanCode, PlanStatus,
    SECTIONS_MAX, TariffPlan,
};
use crate::request::RequestId;

store::text_columns! { PlanCode PlanStatus }

store::selected! {
    WaitingChange as "f" { cnum, plan: "plan_code", effective_from }
    TariffPlan as "p" {
        code: "plan_code", name, public_name: "public_name_ru, public_name_en": Translated,
        summary: "summary_ru, summary_en": Translated, monthly_fee: "monthly_fee_minor", status,
        sections: "fees" via sections,
    }
    CurrentPlan {
        code: "o.plan_code", since: "o.since", public_name: "p.public_name_ru, p.public_name_en": Translated,
    }
    FutureChange {
        id: "f.future_change_id", plan_code: "f.plan_code", effective_from: "f.effective_from", plan_name: "p.name",
        public_name: "p.public_name_ru, p.public_name_en": Translated,
    }
}

store::queries! {
    PLAN_BY_CODE = store::text!("select ", TariffPlan::LIST, " from tariff_plans where plan_code = $1");

    PLANS_OFFERED = store::text!("select ", TariffPlan::LIST, " from tariff_plans
        where status = 'OFFERED' order by monthly_fee_minor, plan_code limit $1");

    pub(crate) PLANS_OFFERED_COUNT = "select cast(count(1) as bigint) as plans from tariff_plans
        where status = 'OFFERED'";

    CLIENT_PLAN = store::text!("select ", CurrentPlan::LIST, " from tariff_client_plans o
        join tariff_plans p on p.plan_code = o.plan_code where o.cnum = $1");

    CHANGE_PLANNED = store::text!("select ", FutureChange::LIST, " from tariff_future_changes f
        join tariff_plans p on p.plan_code = f.plan_code where f.cnum = $1 and f.state = 'PLANNED'");

    CHANGE_INSERT = "insert into tariff_future_changes
            (future_change_id, cnum, plan_code, effective_from, state, request_id)
        values ($1, $2, $3, $4, 'PLANNED', $5)
        on conflict (future_change_id) do nothing";

    CHANGE_BY_ID = store::text!("select ", WaitingChange::LIST, " from tariff_future_changes
        where future_change_id = $1 and state = 'PLANNED'");

    CHANGE_END = "update tariff_future_changes set state = $2
        where future_change_id = $1 and state = 'PLANNED'";

    CLIENT_PLAN_SET = "insert into tariff_client_plans (cnum, plan_code, since) values ($1, $2, $3)
        on conflict (cnum) do update set plan_code = excluded.plan_code, since = excluded.since";

    pub(crate) PLAN_INSERT = "insert into tariff_plans (plan_code, name, public_name_ru, public_name_en, summary_ru,
            summary_en, monthly_fee_minor, status, fees)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (plan_code) do nothing";

    /// A plan that is there, unless it is right already.
    pub(crate) PLAN_UPDATE = "update tariff_plans set name = $2, public_name_ru = $3, public_name_en = $4,
            summary_ru = $5, summary_en = $6, monthly_fee_minor = $7, status = $8, fees = $9
        where plan_code = $1 and (name, public_name_ru, public_name_en, summary_ru, summary_en, monthly_fee_minor,
            status, fees) is distinct from ($2, $3, $4, $5, $6, $7, $8, $9)";

    pub(crate) CLIENT_PLAN_INSERT = "insert into tariff_client_plans (cnum, plan_code, since) values ($1, $2, $3)
        on conflict (cnum) do nothing";

    pub(crate) CLIENT_PLAN_UPDATE = "update tariff_client_plans set plan_code = $2, since = $3
        where cnum = $1 and (plan_code, since) is distinct from ($2, $3)";

    pub(crate) CHANGE_STORED = "select cnum, plan_code, effective_from, state from tariff_future_changes
        where future_change_id = $1";

    pub(crate) CHANGE_UPDATE = "update tariff_future_changes set plan_code = $2, effective_from = $3
        where future_change_id = $1 and state = 'PLANNED'";

    pub(crate) PLANS_LISTED = "select plan_code from tariff_plans where plan_code > $1 order by plan_code limit $2";

    pub(crate) PLAN_STORED = "select name, public_name_ru, public_name_en, summary_ru, summary_en, monthly_fee_minor,
            status, fees from tariff_plans where plan_code = $1";

    pub(crate) CLIENT_PLANS_LISTED = "select cnum from tariff_client_plans where cnum > $1 order by cnum limit $2";

    pub(crate) CLIENT_PLAN_STORED = "select cnum, plan_code, since from tariff_client_plans where cnum = $1";

    pub(crate) CHANGE_TOLD = "select cnum, plan_code, effective_from from tariff_future_changes
        where future_change_id = cast(cast($1 as text) as bigint)";
}

text_enum! {
    pub(crate) enum ChangeEnd {
        Effective = "EFFECTIVE",
        Cancelled = "CANCELLED",
        Superseded = "SUPERSEDED",
    }
}

#[derive(Clone, Debug)]
pub(crate) struct WaitingChange {
    pub(crate) cnum: Cnum,
    pub(crate) plan: PlanCode,
    pub(crate) effective_from: Date,
}

/// Reads the plan with this code, offered or not.
pub(crate) fn find_plan(tx: &mut Tx, code: &PlanCode) -> Result<Option<TariffPlan>> {
    tx.select_optional(&PLAN_BY_CODE, params![code.as_str()])
}

/// Lists the plans that any client may ask for, the cheapest first: at most [`PLANS_OFFERED_MAX`].
pub(crate) fn offered_plans(tx: &mut Tx) -> Result<Vec<TariffPlan>> {
    tx.select(&PLANS_OFFERED, params![PLANS_OFFERED_MAX])
}

pub(crate) fn current_plan(tx: &mut Tx, cnum: &Cnum) -> Result<Option<CurrentPlan>> {
    tx.select_optional(&CLIENT_PLAN, params![cnum])
}

pub(crate) fn planned_change(tx: &mut Tx, cnum: &Cnum) -> Result<Option<FutureChange>> {
    tx.select_optional(&CHANGE_PLANNED, params![cnum])
}

pub(crate) fn waiting_change(tx: &mut Tx, change: i64) -> Result<Option<WaitingChange>> {
    tx.select_optional(&CHANGE_BY_ID, params![change])
}

/// Plans a change of the client to `plan` from the day `effective_from` on, for the request if there is one.
pub(crate) fn insert_change(
    tx: &mut Tx,
    id: i64,
    (cnum, plan, effective_from): (&Cnum, &PlanCode, Date),
    request: Option<RequestId>,
) -> Result<()> {
    let request = request.map(RequestId::number);
    tx.execute_one(&CHANGE_INSERT, params![id, cnum, plan.as_str(), effective_from, request])
}

/// Ends the change if it still lies ahead; tells whether it did.
pub(crate) fn end_change(tx: &mut Tx, future_change_id: i64, end: ChangeEnd) -> Result<bool> {
    Ok(tx.execute(&CHANGE_END, params![future_change_id, end.as_str()])? == 1)
}

pub(crate) fn set_client_plan(tx: &mut Tx, cnum: &Cnum, plan_code: &PlanCode, since: Date) -> Result<()> {
    tx.execute_one(&CLIENT_PLAN_SET, params![cnum, plan_code.as_str(), since])
}

/// A section in the bank's file and in the column `fees`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredSection {
    title_ru: String,
    title_en: String,
    fees: Vec<StoredFee>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredFee {
    service_ru: String,
    service_en: String,
    price_ru: String,
    price_en: String,
}

/// Reads the sections of the JSON text, or tells what is wrong with it.
pub(crate) fn sections(text: &str) -> Result<Vec<FeeSection>, String> {
    let stored: Vec<StoredSection> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if !(1..=SECTIONS_MAX).contains(&stored.len()) {
        return Err(format!("must have 1 to {SECTIONS_MAX} sections"));
    }
    stored.into_iter().map(section).collect()
}

fn section(stored: StoredSection) -> Result<FeeSection, String> {
    if !(1..=FEES_MAX).contains(&stored.fees.len()) {
        return Err(format!("section {}: must have 1 to {FEES_MAX} fees", stored.title_ru));
    }
    let title = texts(stored.title_ru, stored.title_en)?;
    let fee = |fee: StoredFee| {
        Ok(Fee { service: texts(fee.service_ru, fee.service_en)?, price: texts(fee.price_ru, fee.price_en)? })
    };
    Ok(FeeSection { title, fees: stored.fees.into_iter().map(fee).collect::<Result<_, String>>()? })
}

/// The most characters of one text of a plan's fees.
const TEXT_CHARACTERS_MAX: usize = 500;

fn texts(russian: String, english: String) -> Result<Translated, String> {
    for text in [&russian, &english] {
        kernel::checked_text(text, TEXT_CHARACTERS_MAX)
            .map_err(|error| format!("every title, service and price {error}"))?;
    }
    Ok(Translated { russian, english })
}
