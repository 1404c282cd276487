//! Page that tells why a login cannot go on, and what to do.

use askama::Template;

use super::words::Words;
use super::{Shell, Unwritable};

/// Reason for which a login cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The client is unknown or its redirect URI is not registered.
    BadClient,
    /// The login took too long, never was, or belongs to another browser.
    Expired,
    Used,
    /// A form came from elsewhere.
    Foreign,
    /// A page of the login was opened by hand.
    Start,
    /// Too many logins were begun from one address.
    TooMany,
    LoggedOut,
    NoCompany,
    /// A logout whose way back is not registered, or that contradicts itself.
    LogoutRefused,
    /// A logout that names no login.
    NothingEnded,
    InvitationOver,
    Failed,
}

impl Notice {
    /// Returns the title of the page, and its text.
    pub(crate) const fn texts(self, words: &Words) -> (&'static str, &'static str) {
        match self {
            Self::BadClient => (words.bad_client_title, words.bad_client),
            Self::Expired => (words.expired_title, words.expired),
            Self::Used => (words.used_title, words.used),
            Self::Foreign => (words.foreign_title, words.foreign),
            Self::Start => (words.start_title, words.start),
            Self::TooMany => (words.too_many_title, words.too_many),
            Self::LoggedOut => (words.logged_out_title, words.logged_out),
            Self::NoCompany => (words.no_company_title, words.no_company),
            Self::LogoutRefused => (words.logout_refused_title, words.logout_refused),
            Self::NothingEnded => (words.nothing_ended_title, words.nothing_ended),
            Self::InvitationOver => (words.invitation_over_title, words.invitation_over),
            Self::Failed => (words.failed_title, words.failed),
        }
    }

    /// Writes the whole document, with the change that a developer has to make (in a sandbox) and the number of the
    /// request for the support.
    pub(crate) fn html(
        self,
        shell: &Shell<'_>,
        remedy: Option<&str>,
        reference: &str,
    ) -> Result<String, Unwritable> {
        let words = Words::of(shell.language);
        let (title, text) = self.texts(words);
        let good = matches!(self, Self::Used | Self::LoggedOut);
        let online_bank = matches!(self, Self::Expired | Self::Used | Self::Foreign | Self::Start);
        Ok(shell.wrap(title, &NoticePage { words, title, text, good, online_bank, remedy, reference })?)
    }
}

#[derive(Template)]
#[template(path = "notice.html")]
struct NoticePage<'a> {
    words: &'static Words,
    title: &'static str,
    text: &'static str,
    good: bool,
    /// True when the notice offers the way to the online bank.
    online_bank: bool,
    remedy: Option<&'a str>,
    reference: &'a str,
}
