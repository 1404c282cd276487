//! The way of a form from a session that has ended to the one after it.

use axum::body::{Body, to_bytes};
use axum::response::Response;
use http::request::Parts;
use http::{Method, Request, StatusCode, header};
use percent_encoding::utf8_percent_encode;

use super::port::{FormOwner, KEPT_S, KeptForm};
use super::{fields, fill};
use crate::answer::{add_cookie, is_html};
use crate::browser::{comes_from_here, page_before};
use crate::csrf;
use crate::error::NEXT;
use crate::paths::{LOGIN_PATH, ONLINE_BANK_PATH};
use crate::site::{Site, WATCHING_HEADER};
use crate::words::Words;

/// Seconds after the end of a session in which its forms are kept: pages that lay open for longer have grown old.
const ENDED_S_MAX: i64 = 24 * 60 * 60;
/// The most bytes of a page that is filled in.
const PAGE_BYTES_MAX: usize = 4 * 1024 * 1024;

impl Site {
    /// Keeps the form of a request that ended at the login, and sends the browser there with its key. `None` when the
    /// form is not one of an ended session, or more than is kept.
    pub(crate) async fn keep_form(&self, head: &Parts, body: Body) -> Option<Response> {
        let forms = self.parts().kept_forms.as_ref()?;
        let token = self.cookies().session(&head.headers)?;
        let verifier = self.parts().edge.verifier();
        let ended = verifier.verify_ended_online_bank(token, ENDED_S_MAX).ok()?;
        if !comes_from_here(&head.headers, &self.parts().address) {
            return None;
        }
        let fields = fields::read(Request::from_parts(head.clone(), body)).await?;
        let sent = fields.iter().find(|(name, _)| name == "csrf")?;
        if !csrf::matches(&sent.1, &ended.csrf) {
            return None;
        }
        let form = KeptForm { action: head.uri.path().to_owned(), fields: fields::without_secrets(fields)? };
        let owner = FormOwner { user: &ended.caller.user, company: &ended.caller.company };
        let next = page_before(&head.headers).unwrap_or_else(|| form.action.clone());
        // When nothing can be kept at this moment, the person logs in as if nothing had been typed.
        let kept = forms.keep(owner, &ended.caller.session, form).await;
        let lost = |error: &_| tracing::warn!("a form is lost at the end of its session: {error:?}");
        let key = kept.inspect_err(lost).ok()??;
        let next = utf8_percent_encode(&next, NEXT);
        let mut response = crate::see_other(&format!("{LOGIN_PATH}?next={next}"));
        add_cookie(response.headers_mut(), &self.cookies().set_kept_form(&key, KEPT_S));
        Some(response)
    }

    /// Fills in the page of a kept form. A page without that form stays as it is, and the form is kept.
    pub(crate) async fn fill_in(&self, head: &Parts, response: Response) -> Response {
        let (Some(forms), Some(key)) = (&self.parts().kept_forms, self.cookies().kept_form(&head.headers))
        else {
            return response;
        };
        let is_watching = head.headers.contains_key(WATCHING_HEADER);
        let is_page = head.method == Method::GET && response.status() == StatusCode::OK && is_html(&response);
        if is_watching || !is_page {
            return response;
        }
        let token = self.cookies().session(&head.headers);
        let Some(token) = token.and_then(|token| self.parts().edge.verifier().verify_online_bank(token).ok())
        else {
            return response;
        };
        let owner = FormOwner { user: &token.caller.user, company: &token.caller.company };
        let Ok(Some(form)) = forms.find(owner, key).await else { return response };
        let (mut parts, body) = response.into_parts();
        let Ok(page) = to_bytes(body, PAGE_BYTES_MAX).await else {
            return crate::see_other(ONLINE_BANK_PATH);
        };
        let note = Words::of(self.language(&head.headers)).kept_form;
        let filled = std::str::from_utf8(&page).ok().and_then(|html| fill::fill(html, &form, note));
        let body = match filled {
            Some(filled) if matches!(forms.take(owner, key).await, Ok(true)) => {
                add_cookie(&mut parts.headers, &self.cookies().clear_kept_form());
                parts.headers.remove(header::CONTENT_LENGTH);
                Body::from(filled)
            }
            _ => Body::from(page),
        };
        Response::from_parts(parts, body)
    }
}
