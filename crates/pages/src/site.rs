//! The parts that all pages of the online bank share.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use edge::{Area, Edge, RequestContext, area_router};
use http::{HeaderMap, header};
use kernel::{BankZone, Cnum, Language, UserId};

use crate::confirmation::SignatureConfirmation;
use crate::error::Unwritten;
use crate::reply::Reply;
use crate::words::Words;
use crate::{Brand, Cookies, FORM_BYTES_MAX, Page, PageError, Section, Shell, Switch, choose_language};

const ONLINE_BANK: Area =
    Area { name: "online-bank", body_bytes_max: FORM_BYTES_MAX, request_time_max: Duration::from_secs(30) };

/// Somebody in front of a page, by name. Its `Debug` shows nothing: personal data does not belong in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Visitor {
    /// The person's name.
    pub user_name: String,
    /// The company's name in Russian.
    pub company_name_ru: String,
    /// The company's name in English.
    pub company_name_en: String,
    /// The person's roles, for example `ONLINE-USER`.
    pub roles: Vec<String>,
}

impl fmt::Debug for Visitor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Visitor(..)")
    }
}

/// The port for the names and roles of people. Asked on every page, so that a right that was taken away is gone with
/// the next click.
pub trait People: Send + Sync + fmt::Debug {
    /// The names and the roles, while the user is in service and may act for the company.
    fn visitor<'a>(&'a self, user: &'a UserId, company: &'a Cnum) -> Reply<'a, Option<Visitor>>;
}

/// The parts of a [`Site`].
#[derive(Clone, Debug)]
pub struct SiteParts {
    /// Verifies the sessions.
    pub edge: Edge,
    /// Knows the people.
    pub people: Arc<dyn People>,
    /// Takes second factors and passwords where something is signed.
    pub confirmation: Arc<dyn SignatureConfirmation>,
    /// The bank, as its pages call it.
    pub brand: Brand,
    /// The address of the pages and of the identity provider, without a slash at the end.
    pub address: String,
    /// The time zone in which the bank counts its days.
    pub zone: BankZone,
    /// The sections that exist.
    pub sections: Vec<Section>,
    /// The origin of pictures when not `address`: scheme, host and perhaps port.
    pub image_source: Option<String>,
}

/// The parts that all pages of the online bank share. Cheap to clone. A state `S` offers them through `Site:
/// FromRef<S>`.
#[derive(Clone, Debug)]
pub struct Site(Arc<SiteParts>);

impl Site {
    /// A site of these parts.
    #[must_use]
    pub fn new(parts: SiteParts) -> Self {
        Self(Arc::new(parts))
    }

    /// Returns the parts.
    #[must_use]
    pub fn parts(&self) -> &SiteParts {
        &self.0
    }

    /// The cookies of its pages.
    #[must_use]
    pub fn cookies(&self) -> Cookies {
        Cookies::of(&self.0.address)
    }

    /// The language of a page for the browser that sent `headers`.
    #[must_use]
    pub fn language(&self, headers: &HeaderMap) -> Language {
        choose_language(None, self.cookies().language(headers), headers)
    }

    /// The pages of all areas (full paths below `/bank`, states given) as one router, whole: unknown paths, wrong
    /// methods, bodies that are too large, slowness and panics are answered with a page too.
    pub fn routes(&self, areas: Router) -> Router {
        let site = self.clone();
        let write = move |request: Request, next: Next| {
            let site = site.clone();
            async move { site.write_notice(request, next).await }
        };
        area_router::<PageError>(ONLINE_BANK, areas).layer(from_fn(write))
    }

    async fn write_notice(&self, request: Request, next: Next) -> Response {
        let language = self.language(request.headers());
        let mut response = next.run(request).await;
        let Some(Unwritten(notice)) = response.extensions_mut().remove::<Unwritten>() else {
            return response;
        };
        let words = Words::of(language);
        let (title, text) = notice(words);
        let context = RequestContext::current();
        let reference = context.as_deref().map(RequestContext::request_id).unwrap_or_default();
        let shell = Shell { brand: &self.0.brand, language, switch: Switch::None, menu: None };
        let html = shell.wrap(title, &NoticeContent { words, title, text, reference }).unwrap_or_default();
        let page = Page { status: response.status(), ..Page::new(html, language) }.into_response();
        let (mut parts, _) = response.into_parts();
        let (page_parts, body) = page.into_parts();
        parts.headers.remove(header::CONTENT_LENGTH);
        // The headers of the error itself stay: Allow, Retry-After.
        for (name, value) in &page_parts.headers {
            parts.headers.insert(name, value.clone());
        }
        Response::from_parts(parts, body)
    }
}

#[derive(Template)]
#[template(path = "notice.html")]
struct NoticeContent<'a> {
    words: &'static Words,
    title: &'static str,
    text: &'static str,
    reference: &'a str,
}
