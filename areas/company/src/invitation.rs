//! Invitations: a company's administrator lets a person in by a link that works once (ONL-06).
//!
//! An invitation gives the right to act for the company, and those to see accounts and to prepare payroll. Signatures
//! and administration are given on the person's page afterwards, by another administrator, or by the bank: the one who
//! invites sees the link, and could be both people.

use clients::{Login, Right, Rights};
use kernel::{Cnum, Instant, UserId, check_characters};
use uuid::Uuid;

/// Seconds that an invitation can be accepted: seven days.
pub const INVITATION_S: i64 = 7 * 86_400;
/// The most invitations of one company that wait.
pub const INVITATIONS_MAX: i64 = 100;
/// Seconds that an invitation is kept after its end, for questions about it.
pub const INVITATION_KEPT_S: i64 = 30 * 86_400;
pub const NAME_CHARACTERS_MAX: usize = 200;
/// The rights that an invitation may give besides the one to act.
pub const INVITABLE: [Right; 2] = [Right::ViewAccounts, Right::EditPayroll];

/// Tells that a change of rights gives one that the person's inviter may not give: a signature, or administration,
/// which gives signatures.
pub fn needs_another(before: Rights, after: Rights) -> bool {
    let is_invitable = |right: Right| right == Right::Act || INVITABLE.contains(&right);
    after.iter().any(|right| !before.contains(right) && !is_invitable(right))
}

#[derive(Clone, PartialEq, Eq)]
pub struct Invitee {
    pub login: Login,
    pub full_name: String,
    /// The rights for the company, the one to act among them.
    pub rights: Rights,
}

kernel::debug_shows!(Invitee(..));

/// Error for a form that invites nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InviteeError {
    /// The name is empty, too long, or has characters that are not seen.
    Name,
    Login,
    /// A right that no invitation gives, or none at all.
    Right,
}

impl Invitee {
    /// Reads the form; the right to act needs no tick.
    pub fn read(full_name: &str, login: &str, rights: &[&str]) -> Result<Self, InviteeError> {
        let full_name = full_name.trim();
        let is_seen = !full_name.chars().any(char::is_control) && check_characters(full_name).is_ok();
        if !is_seen || !(1..=NAME_CHARACTERS_MAX).contains(&full_name.chars().count()) {
            return Err(InviteeError::Name);
        }
        let login = login.trim().to_lowercase().parse().map_err(|_| InviteeError::Login)?;
        let invitable = |name: &&str| {
            INVITABLE.into_iter().find(|right| right.as_str() == *name).ok_or(InviteeError::Right)
        };
        let rights: Vec<Right> = rights.iter().map(invitable).collect::<Result<_, _>>()?;
        let rights = rights.into_iter().chain([Right::Act]).collect();
        Ok(Self { login, full_name: full_name.to_owned(), rights })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub id: Uuid,
    pub company: Cnum,
    pub invitee: Invitee,
    pub invited_by: UserId,
    pub created_at: Instant,
    /// After this moment it cannot be accepted.
    pub expires_at: Instant,
    /// True when it was accepted or taken back.
    pub is_ended: bool,
}

impl Invitation {
    /// Tells that it can be accepted at `now`, as far as it is concerned.
    pub fn is_open(&self, now: Instant) -> bool {
        !self.is_ended && now < self.expires_at
    }
}

/// Choice of a person who is new to the bank, before a code of the second factor has confirmed it.
#[derive(Clone, PartialEq, Eq)]
pub struct Setup {
    /// The hash of the secret that the browser at hand has.
    pub key_hash: String,
    pub password_hash: String,
    pub secret_sealed: Vec<u8>,
}

kernel::debug_shows!(Setup(..));

#[cfg(test)]
mod tests;
