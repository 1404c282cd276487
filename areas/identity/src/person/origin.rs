//! The place that a login came from, as its owner recognises it: the network address and the family of the browser.

use std::net::IpAddr;

/// The most bytes of a `User-Agent` that are looked at: browsers have some 150.
const USER_AGENT_BYTES_MAX: usize = 512;

kernel::text_enum! {
    /// Family of a browser. It is what the browser says of itself: a help to recognise one's own, and proof of nothing.
    pub enum BrowserFamily {
        Yandex = "YANDEX",
        Edge = "EDGE",
        Opera = "OPERA",
        Firefox = "FIREFOX",
        Chrome = "CHROME",
        Safari = "SAFARI",
        /// None of these, or no browser.
        Other = "OTHER",
    }
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

impl BrowserFamily {
    /// Recognises the family by the header `User-Agent`.
    pub fn recognise(user_agent: &str) -> Self {
        if user_agent.len() > USER_AGENT_BYTES_MAX {
            return Self::Other;
        }
        let mark = MARKS.into_iter().find(|(mark, _)| user_agent.contains(mark));
        mark.map_or(Self::Other, |(_, family)| family)
    }
}

/// The place that a login came from, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    pub address: Option<IpAddr>,
    pub browser: Option<BrowserFamily>,
}

#[cfg(test)]
mod tests;
