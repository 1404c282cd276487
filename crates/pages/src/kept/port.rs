//! The port that keeps forms, and what is kept.

use std::fmt;

use kernel::{Cnum, SessionId, UserId};

use crate::error::Reply;

/// Seconds for which a form is kept: time enough to log in.
pub const KEPT_S: u32 = 15 * 60;

#[derive(Clone, Copy, Debug)]
pub struct FormOwner<'a> {
    pub user: &'a UserId,
    pub company: &'a Cnum,
}

/// A form that is kept. Its `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptForm {
    /// The path that the form is sent to.
    pub action: String,
    /// Names and values of its fields, in their order, without those of [`SECRET_FIELDS`].
    pub fields: Vec<(String, String)>,
}

kernel::debug_shows!(KeptForm(..));

pub trait KeptForms: Send + Sync + fmt::Debug {
    /// Keeps a form of a session for [`KEPT_S`] and returns its key. `None` when somebody has ended the session, so
    /// that it did not end by itself.
    fn keep<'a>(
        &'a self,
        owner: FormOwner<'a>,
        session: &'a SessionId,
        form: KeptForm,
    ) -> Reply<'a, Option<String>>;

    /// Returns the form that is kept for this person and this company under a key.
    fn find<'a>(&'a self, owner: FormOwner<'a>, key: &'a str) -> Reply<'a, Option<KeptForm>>;

    /// Forgets the form. False when somebody has taken it already.
    fn take<'a>(&'a self, owner: FormOwner<'a>, key: &'a str) -> Reply<'a, bool>;
}
