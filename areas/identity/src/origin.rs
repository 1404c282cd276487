//! The place that a login came from, as its owner recognises it: the network address and the family of the browser.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// The most bytes of a `User-Agent` that are looked at: browsers have some 150.
const USER_AGENT_BYTES_MAX: usize = 512;

/// Family of a browser. It is what the browser says of itself: a help to recognise one's own, and proof of nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserFamily {
    /// Yandex Browser.
    Yandex,
    /// Microsoft Edge.
    Edge,
    /// Opera.
    Opera,
    /// Mozilla Firefox.
    Firefox,
    /// Google Chrome, and Chromium.
    Chrome,
    /// Apple Safari.
    Safari,
    /// None of these, or no browser.
    Other,
}

/// Words of `User-Agent` and the family that each tells of. The order decides: nearly all call themselves Safari, and
/// most of those Chrome.
const MARKS: [(&str, BrowserFamily); 10] = [
    ("YaBrowser/", BrowserFamily::Yandex),
    ("Edg/", BrowserFamily::Edge),
    ("EdgA/", BrowserFamily::Edge),
    ("EdgiOS/", BrowserFamily::Edge),
    ("OPR/", BrowserFamily::Opera),
    ("Firefox/", BrowserFamily::Firefox),
    ("FxiOS/", BrowserFamily::Firefox),
    ("Chrome/", BrowserFamily::Chrome),
    ("CriOS/", BrowserFamily::Chrome),
    ("Safari/", BrowserFamily::Safari),
];

/// Every family.
const FAMILIES: [BrowserFamily; 7] = [
    BrowserFamily::Yandex,
    BrowserFamily::Edge,
    BrowserFamily::Opera,
    BrowserFamily::Firefox,
    BrowserFamily::Chrome,
    BrowserFamily::Safari,
    BrowserFamily::Other,
];

impl BrowserFamily {
    /// Recognises the family by the header `User-Agent`.
    #[must_use]
    pub fn of(user_agent: &str) -> Self {
        if user_agent.len() > USER_AGENT_BYTES_MAX {
            return Self::Other;
        }
        let mark = MARKS.into_iter().find(|(mark, _)| user_agent.contains(mark));
        mark.map_or(Self::Other, |(_, family)| family)
    }

    /// Returns the name as the tables hold it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yandex => "YANDEX",
            Self::Edge => "EDGE",
            Self::Opera => "OPERA",
            Self::Firefox => "FIREFOX",
            Self::Chrome => "CHROME",
            Self::Safari => "SAFARI",
            Self::Other => "OTHER",
        }
    }
}

impl fmt::Display for BrowserFamily {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Error for a text that is no family of browsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no family of browsers")]
pub struct BrowserFamilyError;

impl FromStr for BrowserFamily {
    type Err = BrowserFamilyError;
    fn from_str(text: &str) -> Result<Self, BrowserFamilyError> {
        FAMILIES.into_iter().find(|family| family.name() == text).ok_or(BrowserFamilyError)
    }
}

/// The place that a login came from, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The network address.
    pub address: Option<IpAddr>,
    /// The family of the browser.
    pub browser: Option<BrowserFamily>,
}

#[cfg(test)]
mod tests;
