//! Hands each request to the sandbox that its header `Sandbox-Key` or its Host names.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use area::Listener;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};
use tower::Service;

use super::program::Door;
use super::{MAIN, SandboxKey, Sandboxes, SandboxesError};

/// The service of one listener.
#[derive(Clone, Debug)]
pub struct ByHost {
    sandboxes: Arc<Sandboxes>,
    listener: Listener,
}

impl ByHost {
    pub const fn new(sandboxes: Arc<Sandboxes>, listener: Listener) -> Self {
        Self { sandboxes, listener }
    }
}

impl Service<Request> for ByHost {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let Self { sandboxes, listener } = self.clone();
        Box::pin(async move {
            let door: Door = match listener {
                Listener::Api => |program| &program.api,
                Listener::Identity => |program| &program.identity,
                Listener::Bank => |program| &program.bank,
            };
            let answered = match key_of(request.headers()) {
                Ok(key) => sandboxes.answer(key, door, request).await,
                Err(error) => Err(error),
            };
            Ok(answered.unwrap_or_else(|error| {
                let mut response = error.into_response();
                response.headers_mut().insert(edge::SANDBOX.0, edge::SANDBOX.1);
                response
            }))
        })
    }
}

/// Names a sandbox where the names of Hosts below `localhost` lead nowhere, as in containers.
const SANDBOX_KEY: &str = "sandbox-key";

/// Reads which sandbox the header or the Host names; none for the main one.
pub(super) fn key_of(headers: &HeaderMap) -> Result<Option<SandboxKey>, SandboxesError> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let of_host = SandboxKey::of_host(host.unwrap_or_default())?;
    let mut named = headers.get_all(SANDBOX_KEY).iter();
    let Some(key) = named.next() else { return Ok(of_host) };
    let key: SandboxKey = key.to_str().unwrap_or_default().parse()?;
    if named.next().is_some() || of_host.is_some_and(|other| other != key) {
        return Err(SandboxesError::TwoKeys);
    }
    Ok((key.as_str() != MAIN).then_some(key))
}
