//! The core tells the calendar, and reads it.

use std::collections::BTreeMap;

use accounts::{Calendar, CalendarError, CutOff, CutOffKind, name_days, set_cut_offs, whole_calendar_from};
use jiff::civil::Date;
use serde_json::json;
use store::{StoreError, Tx};

use super::books::{BooksError, check_is_core};
use super::log_in::entry_of;
use crate::state::Call;

/// The most days of one call.
pub(crate) const DAYS_AT_ONCE_MAX: usize = 1_000;

#[derive(Clone, Debug)]
pub(crate) struct CalendarTold {
    pub(crate) days: BTreeMap<Date, bool>,
    pub(crate) cut_offs: BTreeMap<CutOffKind, Option<CutOff>>,
}

/// Returns the calendar from today on.
pub(crate) async fn calendar(call: &Call) -> Result<Calendar, BooksError> {
    check_is_core(call).await?;
    let today = call.state.zone.date_of(call.state.clock.now());
    let unit = move |tx: &mut Tx| whole_calendar_from(tx, today);
    Ok(call.state.store.read::<_, StoreError>("bank.calendar", unit).await?)
}

/// Changes what was told and leaves everything else as it is; all of it or nothing. Returns the calendar from today on.
pub(crate) async fn tell_calendar(call: &Call, told: CalendarTold) -> Result<Calendar, BooksError> {
    check_is_core(call).await?;
    let today = call.state.zone.date_of(call.state.clock.now());
    let cut_offs: BTreeMap<&str, _> = told
        .cut_offs
        .iter()
        .map(|(kind, until)| (kind.as_str(), until.map(|until| until.to_string())))
        .collect();
    let (first, last) = (told.days.keys().next(), told.days.keys().next_back());
    let detail = json!({
        "days": told.days.len(), "from": first.map(Date::to_string), "through": last.map(Date::to_string),
        "cutOffs": cut_offs,
    });
    let entry = entry_of(call, "bank_calendar.told").detail(detail);
    let unit = move |tx: &mut Tx| {
        name_days(tx, &told.days, today)?;
        set_cut_offs(tx, &told.cut_offs)?;
        audit::record(tx, entry.clone())?;
        Ok(whole_calendar_from(tx, today)?)
    };
    Ok(call.state.store.write::<_, CalendarError>("bank.tell_calendar", unit).await?)
}
