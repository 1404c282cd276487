//! Changes of signature schemes that wait, in their table.

use kernel::{Cnum, Instant, UserId};
use store::{FromRow as _, Result, Selected as _, Tx, Written as _, params};
use uuid::Uuid;

use crate::scheme_change::{SCHEME_CHANGES_MAX, SchemeChange};

store::selected! {
    SchemeChange as "s" => own {
        id: "change_id", company: "cnum", before: "before_scheme" via str::parse => own.before.to_string(),
        after: "after_scheme" via str::parse => own.after.to_string(), asked_by, asked_at: "asked_at_us",
        expires_at: "expires_at_us",
    }
}

store::queries! {
    /// Writes a change in the place of one that has ended; changes nothing when another one of the company waits.
    pub SCHEME_CHANGE_INSERT = store::text!("insert into scheme_changes (", SchemeChange::LIST, ") \
        values (", store::parameters(SchemeChange::COLUMNS), ") on conflict (cnum) do update \
        set change_id = excluded.change_id, before_scheme = excluded.before_scheme, \
        after_scheme = excluded.after_scheme, asked_by = excluded.asked_by, asked_at_us = excluded.asked_at_us, \
        expires_at_us = excluded.expires_at_us, ended_at_us = null, confirmed_by = null \
        where scheme_changes.ended_at_us is not null");
    pub SCHEME_CHANGE_OPEN = store::text!("select ", SchemeChange::LIST, " from scheme_changes \
        where cnum = $1 and ended_at_us is null");
    pub SCHEME_CHANGES_OPEN = store::text!("select ", SchemeChange::LIST, " from scheme_changes \
        where ended_at_us is null order by cnum limit $1");
    pub SCHEME_CHANGE_ENDED = store::text!("select ", SchemeChange::LIST, ", confirmed_by from scheme_changes \
        where cnum = $1 and change_id = $2 and ended_at_us is not null");
    pub SCHEME_CHANGE_END = "update scheme_changes set ended_at_us = $1, confirmed_by = $2 \
        where cnum = $3 and change_id = $4 and ended_at_us is null";
}

/// Writes a change. False when another one of the company waits.
pub fn insert(tx: &mut Tx, change: &SchemeChange) -> Result<bool> {
    let mut values = Vec::new();
    change.write(&mut values);
    Ok(tx.execute(&SCHEME_CHANGE_INSERT, values)? == 1)
}

/// Returns the change of the company that has not ended; its time may be over.
pub fn find_open(tx: &mut Tx, company: &Cnum) -> Result<Option<SchemeChange>> {
    tx.select_optional(&SCHEME_CHANGE_OPEN, params![company])
}

/// Returns the latest change of the company, when it is `id` and has ended, with whoever of the company confirmed it.
pub fn find_ended(tx: &mut Tx, company: &Cnum, id: Uuid) -> Result<Option<(SchemeChange, Option<UserId>)>> {
    tx.select_optional(&SCHEME_CHANGE_ENDED, params![company, id])
}

/// Lists the changes of all companies that have not ended, ordered by company, at most [`SCHEME_CHANGES_MAX`].
pub fn list_open(tx: &mut Tx) -> Result<Vec<SchemeChange>> {
    tx.select(&SCHEME_CHANGES_OPEN, params![SCHEME_CHANGES_MAX])
}

/// Ends a change, confirmed by somebody of the company or not. False when it has ended.
pub fn end(tx: &mut Tx, change: &SchemeChange, confirmed_by: Option<&UserId>, now: Instant) -> Result<bool> {
    Ok(tx.execute(&SCHEME_CHANGE_END, params![now, confirmed_by, &change.company, change.id])? == 1)
}
