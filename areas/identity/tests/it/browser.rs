//! A browser that has no JavaScript: keeps cookies, fills in forms, follows nothing.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::{Body, to_bytes};
use http::{HeaderMap, Method, Request, StatusCode, header};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use tower::ServiceExt;

/// The most bytes of a page in a test.
const PAGE_BYTES_MAX: usize = 1 << 20;

/// A browser with its cookies.
#[derive(Clone)]
pub(crate) struct Browser {
    router: Router,
    pub(crate) cookies: BTreeMap<String, String>,
    pub(crate) headers: Vec<(&'static str, String)>,
}

impl Browser {
    pub(crate) fn new(router: &Router) -> Self {
        Self { router: router.clone(), cookies: BTreeMap::new(), headers: Vec::new() }
    }

    pub(crate) fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// The same browser in front of another process.
    pub(crate) fn at(mut self, router: &Router) -> Self {
        self.router = router.clone();
        self
    }

    pub(crate) async fn get(&mut self, path: &str) -> Page {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        self.send(Method::POST, path, Some(encoded(fields))).await
    }

    /// Fills in the form of `page` that goes to `action` and sends it.
    pub(crate) async fn submit(&mut self, page: &Page, action: &str, fields: &[(&str, &str)]) -> Page {
        assert!(page.body.contains(&format!("action=\"{action}\"")), "no form {action}:\n{}", page.body);
        let mut all = vec![("interaction", page.hidden("interaction")), ("csrf", page.hidden("csrf"))];
        all.extend(fields.iter().map(|(name, value)| (*name, (*value).to_owned())));
        let all: Vec<(&str, &str)> = all.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.post(action, &all).await
    }

    async fn send(&mut self, method: Method, path: &str, form: Option<String>) -> Page {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        if !self.cookies.is_empty() {
            let cookies: Vec<String> =
                self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            request = request.header(header::COOKIE, cookies.join("; "));
        }
        if form.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        let request = request.body(form.map_or_else(Body::empty, Body::from)).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, PAGE_BYTES_MAX).await.unwrap();
        for cookie in parts.headers.get_all(header::SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        Page { status: parts.status, headers: parts.headers, body: String::from_utf8(body.to_vec()).unwrap() }
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Page {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The value of a hidden field.
    pub(crate) fn hidden(&self, name: &str) -> String {
        let marker = format!("name=\"{name}\" value=\"");
        let start = self.body.find(&marker).unwrap_or_else(|| panic!("no field {name}:\n{}", self.body));
        let rest = &self.body[start + marker.len()..];
        rest[..rest.find('"').unwrap()].to_owned()
    }

    pub(crate) fn location(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        self.header("location")
    }

    /// A parameter of the address the browser is sent to, still encoded.
    pub(crate) fn raw_parameter(&self, name: &str) -> Option<&str> {
        let (_, query) = self.location().split_once('?')?;
        let mut values =
            query.split('&').filter_map(|pair| pair.split_once('=')).filter(|(sent, _)| *sent == name);
        let value = values.next().map(|(_, value)| value);
        assert_eq!(values.next(), None, "{name} twice");
        value
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        self.raw_parameter(name).map(|value| percent_decode_str(value).decode_utf8().unwrap().into_owned())
    }
}

pub(crate) fn encoded(fields: &[(&str, &str)]) -> String {
    let text = |text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", text(name), text(value))).collect();
    pairs.join("&")
}
