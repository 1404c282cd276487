//! An integration: a client of one company, as its administrator registers and changes it (IDN-12).

use std::num::NonZeroI64;

use clients::{OauthClient, Profile, REDIRECT_URIS_MAX, RedirectUri, RedirectUriError};
use kernel::{ClientId, IdentifierError, Instant, TextError, checked_text};
use uuid::Uuid;

/// The most characters of a name that is given here: it is in one line of the login page.
pub const NAME_CHARACTERS_MAX: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// It cannot be stored or shown.
    Text(TextError),
    /// It has line breaks or other characters without a shape.
    Control,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressError {
    /// It may not be registered at all.
    Refused(RedirectUriError),
    /// It leads to an application and not to a server: a secret cannot be kept there (RFC 8252, 8.5).
    NotWeb,
    Twice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressesError {
    /// A login has nowhere to return to.
    None,
    /// There are more than [`REDIRECT_URIS_MAX`].
    TooMany,
    /// The address in this line, counted from 1, is refused.
    Line(usize, AddressError),
}

/// Decisions of an administrator about an integration. A value that exists is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegrationSettings {
    pub name: String,
    /// The strictness of its authorization requests.
    pub profile: Profile,
    /// The addresses to which logins return, ordered.
    pub redirect_uris: Vec<RedirectUri>,
    /// The addresses to which logouts return, ordered.
    pub post_logout_redirect_uris: Vec<RedirectUri>,
}

impl IntegrationSettings {
    /// Tells that the client has these settings already.
    pub fn are_those_of(&self, client: &OauthClient) -> bool {
        let Self { name, profile, redirect_uris, post_logout_redirect_uris } = self;
        *name == client.name
            && *profile == client.profile
            && *redirect_uris == client.redirect_uris
            && *post_logout_redirect_uris == client.post_logout_redirect_uris
    }
}

/// A form about an integration, as it was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsForm {
    pub name: String,
    /// The text of a [`Profile`].
    pub profile: String,
    /// Addresses for logins, one in a line.
    pub redirect_uris: String,
    /// Addresses for logouts, one in a line.
    pub post_logout_redirect_uris: String,
}

/// Mistakes in a form, each beside its field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsErrors {
    pub name: Option<NameError>,
    pub profile: bool,
    /// With the addresses for logins.
    pub redirect_uris: Option<AddressesError>,
    pub post_logout_redirect_uris: Option<AddressesError>,
}

impl SettingsForm {
    /// Checks every field. What was registered by the bank stays allowed: a name of any length, which is `kept_name`,
    /// and an address, whatever its scheme, for its own use: for logins those of `kept`, for logouts those of
    /// `kept_logouts`.
    pub fn check(
        &self,
        kept_name: Option<&str>,
        kept: &[RedirectUri],
        kept_logouts: &[RedirectUri],
    ) -> Result<IntegrationSettings, SettingsErrors> {
        let is_kept = kept_name == Some(self.name.as_str());
        let name = if is_kept { Ok(self.name.clone()) } else { checked_name(&self.name) };
        let profile = self.profile.parse();
        let logins = addresses(&self.redirect_uris, kept)
            .and_then(|uris| if uris.is_empty() { Err(AddressesError::None) } else { Ok(uris) });
        let logouts = addresses(&self.post_logout_redirect_uris, kept_logouts);
        match (name, profile, logins, logouts) {
            (Ok(name), Ok(profile), Ok(redirect_uris), Ok(post_logout_redirect_uris)) => {
                Ok(IntegrationSettings { name, profile, redirect_uris, post_logout_redirect_uris })
            }
            (name, profile, logins, logouts) => Err(SettingsErrors {
                name: name.err(),
                profile: profile.is_err(),
                redirect_uris: logins.err(),
                post_logout_redirect_uris: logouts.err(),
            }),
        }
    }
}

fn checked_name(name: &str) -> Result<String, NameError> {
    let name = checked_text(name, NAME_CHARACTERS_MAX).map_err(NameError::Text)?;
    if name.chars().any(char::is_control) {
        return Err(NameError::Control);
    }
    Ok(name.to_owned())
}

/// Reads addresses, one in a line; empty lines do not count. Ordered.
fn addresses(text: &str, kept: &[RedirectUri]) -> Result<Vec<RedirectUri>, AddressesError> {
    let mut uris = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if uris.len() == REDIRECT_URIS_MAX {
            return Err(AddressesError::TooMany);
        }
        let uri = address(line, &uris, kept).map_err(|error| AddressesError::Line(index + 1, error))?;
        uris.push(uri);
    }
    uris.sort();
    Ok(uris)
}

fn address(text: &str, before: &[RedirectUri], kept: &[RedirectUri]) -> Result<RedirectUri, AddressError> {
    let uri: RedirectUri = text.parse().map_err(AddressError::Refused)?;
    if !uri.is_web() && !kept.contains(&uri) {
        return Err(AddressError::NotWeb);
    }
    if before.contains(&uri) {
        return Err(AddressError::Twice);
    }
    Ok(uri)
}

/// Returns the identifier of the client that the form with this key registers. A form has one key, so that it registers
/// once, however often it is sent.
pub fn client_id(key: Uuid) -> Result<ClientId, IdentifierError> {
    format!("app-{}", key.simple()).parse()
}

kernel::text_enum! {
    /// Time in which a secret that was replaced goes on working.
    pub enum Overlap {
        None = "none",
        Hour = "hour",
        Day = "day",
        Week = "week",
        /// Thirty days.
        Month = "month",
    }
}

impl Overlap {
    /// Returns the moment from which a secret that is replaced at `now` does not work; none when it stops at once.
    pub fn until(self, now: Instant) -> Option<Instant> {
        let seconds = match self {
            Self::None => 0,
            Self::Hour => 3_600,
            Self::Day => 86_400,
            Self::Week => 7 * 86_400,
            Self::Month => 30 * 86_400,
        };
        NonZeroI64::new(seconds).map(|seconds| now.plus_seconds(seconds.get()))
    }
}

#[cfg(test)]
mod tests;
