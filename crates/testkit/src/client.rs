//! A client of a router, without a socket.

use axum::Router;
use axum::body::Body;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, LOCATION};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tower::ServiceExt as _;

use crate::TokenPair;

/// The host that every request is for, unless it names another.
const HOST_DEFAULT: &str = "api.test";
/// The characters that a form leaves unescaped (RFC 3986, unreserved characters).
const FORM: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Calls a router as often as wanted.
#[derive(Clone, Debug)]
pub struct TestClient {
    router: Router,
}

impl TestClient {
    pub fn new(router: impl Into<Router>) -> Self {
        Self { router: router.into() }
    }

    /// A GET of `path`, query included.
    pub fn get(&self, path: &str) -> TestRequest {
        self.request(Method::GET, path)
    }

    pub fn post(&self, path: &str) -> TestRequest {
        self.request(Method::POST, path)
    }

    pub fn request(&self, method: Method, path: &str) -> TestRequest {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = method;
        *request.uri_mut() = path.parse().expect("a path");
        request.headers_mut().insert(HOST, HeaderValue::from_static(HOST_DEFAULT));
        TestRequest { router: self.router.clone(), request }
    }
}

/// A request that is being put together.
#[derive(Debug)]
pub struct TestRequest {
    router: Router,
    request: Request<Body>,
}

impl TestRequest {
    pub fn bearer(self, token: &str) -> Self {
        self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    pub fn id_token(self, token: &str) -> Self {
        self.header("id-token", token)
    }

    pub fn tokens(self, pair: &TokenPair) -> Self {
        self.bearer(&pair.access).id_token(&pair.identity)
    }

    /// One more header; of the same name there may be several, but only one `Host`.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let name: HeaderName = name.parse().expect("a header name");
        let value = HeaderValue::from_str(value).expect("a header value");
        if name == HOST {
            self.request.headers_mut().insert(name, value);
        } else {
            self.request.headers_mut().append(name, value);
        }
        self
    }

    pub fn json(self, value: &serde_json::Value) -> Self {
        self.header(CONTENT_TYPE.as_str(), "application/json").body(value.to_string())
    }

    pub fn form(self, fields: &[(&str, &str)]) -> Self {
        let escaped = |text: &str| utf8_percent_encode(text, FORM).to_string();
        let fields = fields.iter().map(|(name, value)| format!("{}={}", escaped(name), escaped(value)));
        let body = fields.collect::<Vec<_>>().join("&");
        self.header(CONTENT_TYPE.as_str(), "application/x-www-form-urlencoded").body(body)
    }

    /// Any body, without a content type.
    pub fn body(mut self, body: impl Into<Body>) -> Self {
        *self.request.body_mut() = body.into();
        self
    }

    /// A value for the handlers, as a listener would add it (the address of the caller).
    pub fn extension<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.request.extensions_mut().insert(value);
        self
    }

    /// Sends the request and reads the whole answer.
    pub async fn send(self) -> Answer {
        let response = self.router.oneshot(self.request).await.expect("a router always answers");
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("the whole body").to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    /// Sends the request and leaves the body of the answer to be read part by part.
    pub async fn open(self) -> OpenAnswer {
        let response = self.router.oneshot(self.request).await.expect("a router always answers");
        assert_eq!(response.status(), StatusCode::OK);
        OpenAnswer(response.into_body())
    }
}

/// The body of an answer that is still being written.
#[derive(Debug)]
pub struct OpenAnswer(Body);

impl OpenAnswer {
    /// Reads the next part; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Vec<u8>, axum::Error>> {
        let frame = self.0.frame().await?;
        Some(frame.map(|frame| frame.into_data().map(|data| data.to_vec()).unwrap_or_default()))
    }
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("a JSON body")
    }

    /// Returns the notice of an error's page, without the frame, which differs by person and address.
    pub fn notice(&self) -> &str {
        let (_, notice) = self.text().split_once("card notice").expect("a notice");
        notice.split("</section>").next().unwrap_or_default()
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("a text body")
    }

    /// The first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// Returns the target of a redirect.
    pub fn location(&self) -> Option<&str> {
        self.header(LOCATION.as_str())
    }
}
