//! Pages, redirects and files as responses, with the headers that keep them safe.

use axum::body::Body;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use kernel::Language;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters that a part of an address (RFC 3986) and a file name (RFC 8187, `attr-char`) leave unescaped.
pub const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[derive(Clone, Debug)]
pub struct Page {
    pub status: StatusCode,
    pub html: String,
    pub language: Language,
    /// The target of the page's forms besides this server: a source of `form-action`.
    pub form_action: Option<String>,
    /// The origin of pictures besides this server: a source of `img-src`.
    pub image_source: Option<String>,
    /// Seconds after which a repeat may succeed.
    pub retry_after_s: Option<i64>,
    pub cookies: Vec<String>,
}

impl Page {
    /// A page with status 200 and nothing that leads elsewhere.
    pub const fn new(html: String, language: Language) -> Self {
        Self {
            status: StatusCode::OK,
            html,
            language,
            form_action: None,
            image_source: None,
            retry_after_s: None,
            cookies: Vec::new(),
        }
    }

    /// The content policy of a page: resources of this server alone, no frame around it, no script or style inside
    /// it.
    fn policy(&self) -> String {
        let source =
            |source: &Option<String>| source.as_ref().map(|source| format!(" {source}")).unwrap_or_default();
        format!(
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'{}; \
             base-uri 'none'; frame-ancestors 'none'; form-action 'self'{}",
            source(&self.image_source),
            source(&self.form_action)
        )
    }

    pub fn into_response(self) -> Response {
        let policy = self.policy();
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
        add_fixed(&mut response, fixed);
        if let Ok(policy) = HeaderValue::try_from(policy) {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        for cookie in &self.cookies {
            add_cookie(response.headers_mut(), cookie);
        }
        response
    }
}

fn add_fixed<const COUNT: usize>(response: &mut Response, fixed: [(HeaderName, &'static str); COUNT]) {
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
}

pub fn add_cookie(headers: &mut HeaderMap, cookie: &str) {
    if let Ok(value) = HeaderValue::try_from(cookie) {
        headers.append(header::SET_COOKIE, value);
    }
}

pub(crate) fn is_html(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

/// Sends the browser to `location` with GET (303) after a form, so that a reload repeats nothing. A location that
/// cannot stand in a header leads to the first page of the online bank.
pub fn see_other(location: &str) -> Response {
    let location =
        HeaderValue::try_from(location).unwrap_or_else(|_| HeaderValue::from_static(crate::ONLINE_BANK_PATH));
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(header::LOCATION, location);
    add_fixed(&mut response, [(header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")]);
    response
}

/// A file to keep, under a name that may have any letters (RFC 6266, RFC 8187).
pub fn download(file_name: &str, content_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let encoded = utf8_percent_encode(file_name, UNRESERVED);
    let disposition = format!("attachment; filename*=UTF-8''{encoded}");
    if let Ok(disposition) = HeaderValue::try_from(disposition) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    let fixed = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    add_fixed(&mut response, fixed);
    response
}
