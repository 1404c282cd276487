//! Past logins in their table.

use kernel::Instant;
use store::{Result, Selected as _, Store, Tx, params};

use crate::login::login_history::{LOGINS_SHOWN_MAX, LoginOutcome, PastLogin};
use crate::person::origin::Origin;

store::selected! {
    PastLogin (address: "h.address", browser: "h.browser") {
        at: "h.at_us", outcome: "h.outcome", client: "h.client_id", client_name: "c.name";
        origin: Origin { address, browser },
    }
}

store::queries! {
    pub LOGIN_NOTE = "insert into login_history (login_sha256, at_us, entry_id, outcome, client_id, address, browser) \
        values ($1, $2, $3, $4, $5, $6, $7)";
    /// Reads the logins of one login name, the latest first. Moments are those of a sum, so that nobody walks along the
    /// index of all logins by age.
    pub LOGINS_OF = store::text!("select ", PastLogin::LIST, " from login_history h \
        left join oauth_clients c on c.client_id = h.client_id where h.login_sha256 = $1 and h.at_us + 0 >= $2 \
        order by h.at_us + 0 desc, h.entry_id desc limit $3");
    /// Forgets old logins.
    pub LOGINS_PRUNE = "delete from login_history where at_us < $1 and (login_sha256, at_us, entry_id) in \
        (select login_sha256, at_us, entry_id from login_history where at_us < $1 order by at_us limit $2)";
}

#[derive(Clone, Copy, Debug)]
pub struct Noted<'a> {
    pub login_sha256: &'a str,
    pub id: uuid::Uuid,
    pub outcome: LoginOutcome,
    /// The client that asked for it.
    pub client: &'a str,
    /// The place that it came from.
    pub origin: Origin,
}

/// Writes what came of a login.
pub fn note(tx: &mut Tx, login: Noted<'_>, now: Instant) -> Result<()> {
    let values = params![
        login.login_sha256,
        now,
        login.id,
        login.outcome.as_str(),
        login.client,
        super::address(login.origin),
        super::browser(login.origin)
    ];
    tx.execute_one(&LOGIN_NOTE, values)
}

/// Returns the logins of one login name since a moment, the latest first, at most [`LOGINS_SHOWN_MAX`].
pub async fn list(store: &Store, login_sha256: &str, since: Instant) -> Result<Vec<PastLogin>> {
    store.select(&LOGINS_OF, params![login_sha256, since, LOGINS_SHOWN_MAX]).await
}
