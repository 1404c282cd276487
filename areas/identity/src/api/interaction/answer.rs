//! Pages and redirects as responses, with the headers that keep them safe.

use axum::body::Body;
use axum::response::Response;
use http::{HeaderName, HeaderValue, StatusCode, header};

use crate::pages::Language;

/// A page to send.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) status: StatusCode,
    pub(super) html: String,
    pub(super) language: Language,
    /// What the forms of the page may lead to besides this server.
    pub(super) form_action: Option<String>,
    pub(super) retry_after_s: Option<i64>,
    /// `Set-Cookie` values.
    pub(super) cookies: Vec<String>,
}

impl Page {
    /// A page with status 200 and no forms that lead elsewhere.
    pub(super) fn new(html: String, language: Language) -> Self {
        Self {
            status: StatusCode::OK,
            html,
            language,
            form_action: None,
            retry_after_s: None,
            cookies: Vec::new(),
        }
    }

    /// The response.
    pub(super) fn into_response(self) -> Response {
        let policy = format!(
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; \
             frame-ancestors 'none'; form-action 'self'{}{}",
            if self.form_action.is_some() { " " } else { "" },
            self.form_action.as_deref().unwrap_or_default()
        );
        let mut response = Response::new(Body::from(self.html));
        *response.status_mut() = self.status;
        let fixed = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CACHE_CONTROL, "no-store"),
            (header::X_FRAME_OPTIONS, "DENY"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            // With no-referrer a browser would send "Origin: null" with the bank's own forms.
            (header::REFERRER_POLICY, "same-origin"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
            (header::CONTENT_LANGUAGE, self.language.tag()),
        ];
        for (name, value) in fixed {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        if let Ok(policy) = HeaderValue::try_from(policy) {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        add_cookies(&mut response, &self.cookies);
        response
    }
}

/// Sends the browser to `location` with GET (303, spec section 4.1).
pub(super) fn see_other(location: &str) -> Option<Response> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(header::LOCATION, HeaderValue::try_from(location).ok()?);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Some(response)
}

fn add_cookies(response: &mut Response, cookies: &[String]) {
    for cookie in cookies {
        if let Ok(value) = HeaderValue::try_from(cookie) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
}
