//! The parts that all pages of the online bank share.

use std::fmt;
use std::sync::Arc;

use axum::extract::FromRef;
use edge::Edge;
use http::{HeaderMap, HeaderName};
use kernel::{BankZone, Cnum, Instant, Language, Randomness, SessionId, UserId};

use crate::confirmation::SignatureConfirmation;
use crate::error::Reply;
use crate::kept::KeptForms;
use crate::{Brand, Cookies, Section, SectionGuide, choose_language};

/// The header with which the script of a page asks whether something has changed.
pub const WATCHING_HEADER: HeaderName = HeaderName::from_static("clientbank-watching");

/// Somebody in front of a page, by name. Its `Debug` shows nothing: personal data does not belong in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Visitor {
    pub user_name: String,
    pub company_name_ru: String,
    pub company_name_en: String,
    /// The person's roles, for example `ONLINE-USER`.
    pub roles: Vec<String>,
    pub is_administrator: bool,
    /// The moment at which the session ends when nobody uses it.
    pub session_ends_at: Instant,
}

kernel::debug_shows!(Visitor(..));

#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    pub user: &'a UserId,
    pub company: &'a Cnum,
    pub session: &'a SessionId,
    /// True when the page looks by itself whether something has changed ([`WATCHING_HEADER`]): nobody uses the session.
    pub is_watching: bool,
}

/// The port for the names and roles of people. Asked on every page, so that a right that was taken away is gone with
/// the next click.
pub trait People: Send + Sync + fmt::Debug {
    /// The names and the roles, while the session is alive, the user is in service and may act for the company.
    fn visitor<'a>(&'a self, visit: Visit<'a>) -> Reply<'a, Option<Visitor>>;
}

#[derive(Clone, Debug)]
pub struct SiteParts {
    pub edge: Edge,
    pub people: Arc<dyn People>,
    /// Takes second factors and passwords where something is signed.
    pub confirmation: Arc<dyn SignatureConfirmation>,
    /// Keeps forms that outlive their session; without it they are lost at the login.
    pub kept_forms: Option<Arc<dyn KeptForms>>,
    pub randomness: Arc<dyn Randomness>,
    /// The bank, as its pages call it.
    pub brand: Brand,
    /// The address of the pages and of the identity provider, without a slash at the end.
    pub address: String,
    /// The time zone in which the bank counts its days.
    pub zone: BankZone,
    /// The sections that exist, in the order of the menu.
    pub sections: Vec<Section>,
    /// Guides that know who may open a section and what waits there; a section without one is open to everybody.
    pub guides: Vec<Arc<dyn SectionGuide>>,
    /// The origin of pictures when not `address`: scheme, host and perhaps port.
    pub image_source: Option<String>,
}

/// The parts that all pages of the online bank share. Cheap to clone. A state `S` offers them through `Site:
/// FromRef<S>`.
#[derive(Clone, Debug)]
pub struct Site(Arc<SiteParts>);

impl Site {
    pub fn new(parts: SiteParts) -> Self {
        Self(Arc::new(parts))
    }

    pub fn parts(&self) -> &SiteParts {
        &self.0
    }

    pub fn cookies(&self) -> Cookies {
        Cookies::at(&self.0.address)
    }

    /// The language of a page for the browser that sent `headers`.
    pub fn language(&self, headers: &HeaderMap) -> Language {
        choose_language(None, self.cookies(), headers)
    }
}

#[derive(Clone, Debug)]
pub struct AreaPages<S> {
    pub site: Site,
    pub area: S,
}

impl<S> FromRef<AreaPages<S>> for Site {
    fn from_ref(pages: &AreaPages<S>) -> Self {
        pages.site.clone()
    }
}
