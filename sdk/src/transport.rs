//! HTTP as this library uses it: bounded in time and size, without redirects, every status an answer.

use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use ureq::http::{Response, header};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};
use url::Url;

use crate::error::{Problem, SdkError};

/// The longest that a call takes: a request of payroll the bank itself gives up after 120 s, and says so.
pub const CALL_MAX: Duration = Duration::from_secs(130);
/// The most bytes of a good answer: 40,000 accounts with every field. Longer lists are asked for in pages.
const ANSWER_BYTES_MAX: u64 = 32 * 1024 * 1024;
/// The most bytes kept of a refusal.
const PROBLEM_BYTES_MAX: u64 = 64 * 1024;

/// Makes an agent whose calls take `longest` at most. Its TLS trusts the authorities of the operating system, so that a
/// bank's own can be added there.
pub(crate) fn agent(longest: Duration) -> Agent {
    let provider = rustls::crypto::aws_lc_rs::default_provider();
    let tls = TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::new(provider))
        .root_certs(RootCerts::PlatformVerifier)
        .build();
    let config = Agent::config_builder()
        .timeout_global(Some(longest))
        .http_status_as_error(false)
        .max_redirects(0)
        .user_agent(concat!("clientbank-sdk/", env!("CARGO_PKG_VERSION")))
        .tls_config(tls)
        .build();
    Agent::new_with_config(config)
}

/// The body of a good answer, bytes of any kind; a refusal otherwise.
pub(crate) fn body(answer: Result<Response<Body>, ureq::Error>) -> Result<Vec<u8>, SdkError> {
    let mut answer = answer.map_err(|error| SdkError::Transport(error.to_string()))?;
    if answer.status().is_success() {
        let reader = answer.body_mut().with_config().limit(ANSWER_BYTES_MAX);
        return reader.read_to_vec().map_err(|error| match error {
            ureq::Error::BodyExceedsLimit(bytes) => {
                SdkError::Answer(format!("it has more than {bytes} bytes: ask for a part of the list"))
            }
            error => SdkError::Transport(error.to_string()),
        });
    }
    let text_of =
        |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let problem = Problem {
        status: answer.status().as_u16(),
        retry_after_s: text_of(header::RETRY_AFTER.as_str()).and_then(|text| text.parse().ok()),
        request_id: text_of("x-request-id"),
        body: String::new(),
    };
    let mut body = Vec::new();
    // A refusal whose body is long or breaks off is still that refusal, with what has come.
    let _ = answer.body_mut().as_reader().take(PROBLEM_BYTES_MAX).read_to_end(&mut body);
    Err(Problem { body: String::from_utf8_lossy(&body).into_owned(), ..problem }.into())
}

/// The JSON of a good answer.
pub(crate) fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, SdkError> {
    serde_json::from_slice(body).map_err(|error| SdkError::Answer(error.to_string()))
}

/// The address of a path, with its query, below that of a program, which a proxy may serve below a path of its own.
pub(crate) fn at(address: &Url, path: &str) -> Result<Url, SdkError> {
    let mut folder = address.clone();
    folder.set_path(&format!("{}/", address.path().trim_end_matches('/')));
    folder.join(path).map_err(|error| SdkError::Answer(error.to_string()))
}

#[cfg(test)]
mod tests;
