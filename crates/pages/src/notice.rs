//! One router around the pages of all areas: what ends a page early is answered with a page too.

use std::time::Duration;

use askama::Template;
use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::get;
use edge::{AreaLimits, RequestContext, area_router};
use http::{Method, StatusCode, header};

use crate::answer::is_html;
use crate::browser::page_before;
use crate::compression::compressed;
use crate::error::{LoggedOut, Unwritten};
use crate::help;
use crate::kept::Lent;
use crate::online_bank::OnlineBank;
use crate::paths::{CONFIRMATION_PASSKEY_PATH, LANGUAGE_PATH, SESSION_PATH};
use crate::site::Site;
use crate::words::Words;
use crate::{ANY_FORM_BYTES_MAX, ONLINE_BANK_PATH, Page, PageError, Section, Shell, Switch, see_other};

/// Another way to write the address of the first page.
const ABOVE_PATH: &str = "/bank/";

// A form without files, or with one, may have fewer bytes, which its extractor sees to.
const ONLINE_BANK: AreaLimits = AreaLimits {
    name: "online-bank",
    body_bytes_max: ANY_FORM_BYTES_MAX,
    request_time_max: Duration::from_secs(30),
    going_on: &["/bank/logout", "/bank/company", SESSION_PATH, CONFIRMATION_PASSKEY_PATH, LANGUAGE_PATH],
};

impl Site {
    /// The pages of all areas (full paths below `/bank`, states given) as one router, whole: unknown paths, wrong
    /// methods, bodies that are too large, slowness and panics are answered with a page too.
    pub fn routes(&self, areas: Router) -> Router {
        let site = self.clone();
        let write = move |request: Request, next: Next| {
            let site = site.clone();
            async move { site.write_notice(request, next).await }
        };
        let home = get(async || see_other(ONLINE_BANK_PATH));
        let routes =
            area_router::<PageError>(ONLINE_BANK, areas.merge(help::routes(self)).route(ABOVE_PATH, home));
        compressed(routes.layer(from_fn(write)))
    }

    async fn write_notice(&self, request: Request, next: Next) -> Response {
        let (mut head, body) = request.into_parts();
        let is_shown = self.believe_done(&mut head);
        let language = self.language(&head.headers);
        let asked = head.clone();
        let (lent, body) = if head.method == Method::POST {
            let (lent, body) = Lent::lend(body);
            (Some(lent), body)
        } else {
            (None, body)
        };
        let mut response = next.run(Request::from_parts(head, body)).await;
        self.settle_done(&mut response, is_shown);
        if response.extensions_mut().remove::<LoggedOut>().is_some() {
            let Some(body) = lent.and_then(Lent::back) else { return response };
            return self.keep_form(&asked, body).await.unwrap_or(response);
        }
        if asked.method == Method::GET && response.status() == StatusCode::METHOD_NOT_ALLOWED {
            return see_other(page_above(asked.uri.path()));
        }
        let mut response = self.fill_in(&asked, response).await;
        let (words, status) = (Words::of(language), response.status());
        let is_odd = asked.method == Method::GET && status == StatusCode::BAD_REQUEST;
        let ((title, text), toward) = match response.extensions_mut().remove::<Unwritten>() {
            Some(Unwritten { notice, toward }) if !is_odd => (notice(words), toward),
            Some(_) => (words.odd_address, None),
            // An extractor of axum itself has refused the address, in words of its own.
            None if is_odd && !is_html(&response) => (words.odd_address, None),
            None => return response,
        };
        let request_context = RequestContext::current();
        let reference = request_context.as_deref().map(RequestContext::request_id).unwrap_or_default();
        let page_before = page_before(&asked.headers);
        let back = if is_odd && asked.uri.query().is_none() {
            Some((page_above(asked.uri.path()), words.to_first_page))
        } else if is_odd || status.is_success() {
            Some((asked.uri.path(), words.to_first_page))
        } else {
            page_before.as_deref().map(|page| (page, words.back))
        };
        let toward = toward.map(|section: Section| (section.path(), words.section(section)));
        let notice_content = NoticeContent { words, title, text, toward, reference, back };
        // Somebody who is logged in keeps the menu. When the server itself failed, nothing more is asked of it.
        let person =
            if status.is_server_error() { None } else { OnlineBank::read(self.clone(), &asked).await.ok() };
        let inside = person.and_then(|bank| bank.page_beside(status, title, &notice_content).ok());
        let page = inside.unwrap_or_else(|| {
            let shell = Shell { brand: &self.parts().brand, language, switch: Switch::None, menu: None };
            let html = shell.wrap(title, &notice_content).unwrap_or_default();
            Page { status, ..Page::new(html, language) }.into_response()
        });
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

/// Returns the page above a path that is none, or only takes forms: a person gets there by reloading the page of a form
/// that was refused, or by coming back to it after the login.
fn page_above(path: &str) -> &str {
    path.rsplit_once('/').map_or(ONLINE_BANK_PATH, |(above, _)| above)
}

#[derive(Template)]
#[template(path = "notice.html")]
struct NoticeContent<'a> {
    words: &'static Words,
    title: &'static str,
    text: &'static str,
    /// The section in which the person can mend it: its address and its name.
    toward: Option<(&'static str, &'static str)>,
    reference: &'a str,
    /// The page from which the person came, or the one without the rest of its address, and the words of the link.
    back: Option<(&'a str, &'static str)>,
}
