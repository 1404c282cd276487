//! Invitations in their table.

use kernel::{Cnum, Instant, UserId};
use store::{Result, Selected as _, Tx, params};
use uuid::Uuid;

use crate::company_user::{read, written};
use crate::invitation::{INVITATIONS_MAX, Invitation, Invitee, Setup};

store::selected! {
    Invitation as "i" (ended_at: "coalesce(revoked_at_us, accepted_at_us) as ended_at_us") {
        id: "invitation_id", company: "cnum", invitee: Invitee, invited_by, created_at: "created_at_us",
        expires_at: "expires_at_us";
        is_ended: Option::<Instant>::is_some(&ended_at),
    }
    Invitee as "i" { login, full_name, rights via |text| read(text).map_err(|_| "names no right") }
    Setup as "i" {
        key_hash: "setup_key_sha256", password_hash: "setup_password_hash", secret_sealed: "setup_secret_sealed"
    }
}

store::queries! {
    /// Writes an invitation; changes nothing when another one of the same login waits.
    pub INVITATION_INSERT = "insert into invitations (invitation_id, token_sha256, cnum, login, full_name, rights, \
        invited_by, created_at_us, expires_at_us) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing";
    pub INVITATION_BY_TOKEN = store::text!("select ", Invitation::LIST, " from invitations where token_sha256 = $1");
    pub INVITATION_CHOSEN = store::text!("select ", Setup::LIST, " from invitations \
        where invitation_id = $1 and setup_key_sha256 is not null");
    /// Reads the invitations of a company that can be accepted: whoever has invited administers it still.
    pub INVITATIONS_OPEN = store::text!("select ", Invitation::LIST, " from invitations \
        where cnum = $1 and accepted_at_us is null and revoked_at_us is null and expires_at_us + 0 > $2 \
        and (select u.status from users u where u.user_id = invited_by) = 'ACTIVE' \
        and (select count(*) from user_company_rights a where a.user_id = invited_by and a.cnum = $1 \
            and a.right_code in ('ACT', 'COMPANY_ADMINISTRATOR')) = 2 \
        order by login limit $3");
    pub INVITATION_REVOKE = "update invitations set revoked_at_us = $3, setup_key_sha256 = null, \
        setup_password_hash = null, setup_secret_sealed = null \
        where invitation_id = $1 and cnum = $2 and accepted_at_us is null and revoked_at_us is null";
    pub INVITATION_REVOKED = "select revoked_at_us is not null as is_revoked from invitations \
        where invitation_id = $1 and cnum = $2";
    pub INVITATION_OF_LOGIN_REVOKE = "update invitations set revoked_at_us = $3, setup_key_sha256 = null, \
        setup_password_hash = null, setup_secret_sealed = null \
        where cnum = $1 and login = $2 and accepted_at_us is null and revoked_at_us is null";
    /// Keeps what the person has chosen. What has ended is told by one term, so that nobody walks along the index of
    /// all open invitations.
    pub INVITATION_CHOOSE = "update invitations set setup_key_sha256 = $2, setup_password_hash = $3, \
        setup_secret_sealed = $4 where invitation_id = $1 and coalesce(accepted_at_us, revoked_at_us) is null";
    pub INVITATION_ACCEPT = "update invitations set accepted_at_us = $2, accepted_by = $3, setup_key_sha256 = null, \
        setup_password_hash = null, setup_secret_sealed = null \
        where invitation_id = $1 and coalesce(accepted_at_us, revoked_at_us) is null and expires_at_us > $2";
    pub INVITATION_ACCEPTED = "select cnum from invitations where token_sha256 = $1 and accepted_by = $2";
    /// Keeps who has let the user of an accepted invitation in.
    pub INVITED_USER_INSERT = "insert into invited_users (cnum, user_id, invited_by) values ($1, $2, $3) \
        on conflict do nothing";
    pub INVITED_USER_FIND = "select user_id from invited_users where cnum = $1 and user_id = $2 and invited_by = $3";
    /// Reads sealed second factors of people who are invited, after one.
    pub SEALED_INVITATIONS = "select invitation_id as owner, setup_secret_sealed as sealed from invitations \
        where invitation_id > $1 and setup_secret_sealed is not null order by invitation_id limit $2";
    /// Seals the second factor of an invited person anew, unless somebody did or it is another one.
    pub SEALED_INVITATION_REPLACE = "update invitations set setup_secret_sealed = $3 \
        where invitation_id = $1 and setup_secret_sealed = $2";
    pub INVITATIONS_PRUNE = "delete from invitations where invitation_id in (select invitation_id \
        from invitations where expires_at_us < $1 order by expires_at_us limit $2)";
}

/// Writes an invitation. False when another one of the same login waits.
pub fn insert(tx: &mut Tx, invitation: &Invitation, token_hash: &str) -> Result<bool> {
    let values = params![
        invitation.id,
        token_hash,
        &invitation.company,
        invitation.invitee.login.as_str(),
        invitation.invitee.full_name.as_str(),
        written(invitation.invitee.rights),
        &invitation.invited_by,
        invitation.created_at,
        invitation.expires_at
    ];
    Ok(tx.execute(&INVITATION_INSERT, values)? == 1)
}

/// Returns the invitation whose link has the token with this hash, whatever became of it.
pub fn find(tx: &mut Tx, token_hash: &str) -> Result<Option<Invitation>> {
    tx.select_optional(&INVITATION_BY_TOKEN, params![token_hash])
}

/// Returns what the person of the invitation has chosen.
pub fn find_setup(tx: &mut Tx, id: Uuid) -> Result<Option<Setup>> {
    tx.select_optional(&INVITATION_CHOSEN, params![id])
}

/// Returns the invitations of the company that can be accepted at `now`, ordered by login, at most [`INVITATIONS_MAX`].
pub fn list_open(tx: &mut Tx, company: &Cnum, now: Instant) -> Result<Vec<Invitation>> {
    tx.select(&INVITATIONS_OPEN, params![company, now, INVITATIONS_MAX])
}

/// Takes an invitation of the company back. False when there is none that waits.
pub fn revoke(tx: &mut Tx, id: Uuid, company: &Cnum, now: Instant) -> Result<bool> {
    Ok(tx.execute(&INVITATION_REVOKE, params![id, company, now])? == 1)
}

/// Tells whether an invitation of the company was taken back; `None` when there is none.
pub fn is_revoked(tx: &mut Tx, id: Uuid, company: &Cnum) -> Result<Option<bool>> {
    tx.select_optional(&INVITATION_REVOKED, params![id, company])
}

/// Takes the invitation of a login back, if one waits.
pub fn revoke_of_login(tx: &mut Tx, company: &Cnum, login: &str, now: Instant) -> Result<bool> {
    Ok(tx.execute(&INVITATION_OF_LOGIN_REVOKE, params![company, login, now])? == 1)
}

/// Keeps what the person has chosen, in the place of an earlier choice. False when the invitation has ended.
pub fn choose(tx: &mut Tx, id: Uuid, setup: &Setup) -> Result<bool> {
    let values =
        params![id, setup.key_hash.as_str(), setup.password_hash.as_str(), setup.secret_sealed.clone()];
    Ok(tx.execute(&INVITATION_CHOOSE, values)? == 1)
}

/// Returns the company of an invitation that the user has accepted.
pub fn accepted_by(tx: &mut Tx, token_hash: &str, user: &UserId) -> Result<Option<Cnum>> {
    tx.select_optional(&INVITATION_ACCEPTED, params![token_hash, user])
}

/// Accepts an invitation, and keeps who has let the user in. False when it has ended.
pub fn accept(tx: &mut Tx, invitation: &Invitation, user: &UserId, now: Instant) -> Result<bool> {
    if tx.execute(&INVITATION_ACCEPT, params![invitation.id, now, user])? != 1 {
        return Ok(false);
    }
    tx.execute(&INVITED_USER_INSERT, params![&invitation.company, user, &invitation.invited_by])?;
    Ok(true)
}

/// Tells that `administrator` has let the user into the company, now or earlier.
pub fn has_let_in(tx: &mut Tx, administrator: &UserId, company: &Cnum, user: &UserId) -> Result<bool> {
    Ok(tx.query_optional(&INVITED_USER_FIND, params![company, user, administrator])?.is_some())
}
