//! The log of calls that integrators read (SBX-05): the last calls of each client, with errors in words.
//!
//! It lives in the memory of this process and has bounds in every direction; a call costs it one lock and, for an
//! error, one look at the body. It never holds tokens, queries, bodies or values of paths.

mod told_error;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::response::Response;
use http::Method;
use kernel::{ClientId, Clock, Cnum, Instant};

use crate::context::RequestContext;
use crate::token::ONLINE_BANK_CLIENT;

pub use told_error::ToldError;

/// The calls of one client that are kept.
pub const CALLS_KEPT_MAX: usize = 1_000;
/// The clients whose calls are kept; the one that has been quiet for longest gives way.
pub const CLIENTS_KEPT_MAX: usize = 64;
/// The most characters of a method that are kept; every method of this program has fewer.
const METHOD_CHARACTERS_MAX: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Counted from 1 in this process: later calls have greater numbers.
    pub number: u64,
    pub at: Instant,
    /// The calling software; none when it could not be told.
    pub client: Option<ClientId>,
    /// The company of the login; none without an access token.
    pub company: Option<Cnum>,
    pub method: String,
    /// The path with the names of its parameters in place of their values.
    pub path: String,
    pub status: u16,
    /// Microseconds from the head of the request to the answer.
    pub duration_us: u64,
    /// The error, when the body tells one.
    pub error: Option<ToldError>,
    /// `X-Request-Id` of the answer.
    pub request_id: String,
    pub triggers: Vec<&'static str>,
}

/// The calls that callers may be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strangers {
    /// Calls of software that could not be told are kept too.
    Kept,
    /// Only calls of clients that have authenticated are kept: other requests of the listener are people at pages.
    LeftOut,
}

/// The log of one process. Clones share it.
#[derive(Clone, Debug)]
pub struct RequestLog(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    clock: Arc<dyn Clock>,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    last_number: u64,
    by_client: HashMap<Option<ClientId>, VecDeque<Arc<Call>>>,
}

impl RequestLog {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Inner { clock, kept: Mutex::default() }))
    }

    /// Lists the calls after the call `after`, of one client or of all, oldest first: the first `limit` of them.
    pub fn after(&self, client: Option<&ClientId>, after: u64, limit: usize) -> Vec<Arc<Call>> {
        let kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_asked = |own: &Option<ClientId>| client.is_none_or(|client| own.as_ref() == Some(client));
        let of_asked = kept.by_client.iter().filter(|(own, _)| is_asked(own));
        let mut calls: Vec<Arc<Call>> = of_asked
            .flat_map(|(_, calls)| calls.iter().filter(|call| call.number > after).cloned())
            .collect();
        calls.sort_unstable_by_key(|call| call.number);
        calls.truncate(limit);
        calls
    }

    /// Lists the calls of a client for a company, newest first: at most `limit`. A call that names no company, such as
    /// one for tokens, is among them when `with_companyless`.
    pub fn of_company(
        &self,
        client: &ClientId,
        company: &Cnum,
        with_companyless: bool,
        limit: usize,
    ) -> Vec<Arc<Call>> {
        let kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = |call: &&Arc<Call>| match &call.company {
            Some(own) => own == company,
            None => with_companyless,
        };
        let calls = kept.by_client.get(&Some(client.clone()));
        calls.into_iter().flat_map(|calls| calls.iter().rev()).filter(is_own).take(limit).cloned().collect()
    }

    /// Keeps an answered call, and gives the answer back.
    pub(crate) fn note(
        &self,
        strangers: Strangers,
        (method, path): (&Method, &str),
        response: Response,
        duration: Duration,
        context: &RequestContext,
    ) -> Response {
        let client = context.client().cloned();
        let is_kept = match &client {
            Some(client) => client.as_str() != ONLINE_BANK_CLIENT,
            None => strangers == Strangers::Kept,
        };
        if !is_kept {
            return response;
        }
        let (response, error) = told_error::of_answer(response);
        self.keep(Call {
            number: 0,
            at: self.0.clock.now(),
            client,
            company: context.caller().map(|caller| caller.company.clone()),
            method: method.as_str().chars().take(METHOD_CHARACTERS_MAX).collect(),
            path: path.to_owned(),
            status: response.status().as_u16(),
            duration_us: u64::try_from(duration.as_micros()).unwrap_or(u64::MAX),
            error,
            request_id: context.request_id().to_owned(),
            triggers: context.asked.as_ref().map(|asked| asked.names.clone()).unwrap_or_default(),
        });
        response
    }

    fn keep(&self, mut call: Call) {
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.last_number += 1;
        call.number = kept.last_number;
        if kept.by_client.len() >= CLIENTS_KEPT_MAX && !kept.by_client.contains_key(&call.client) {
            let last = |calls: &VecDeque<Arc<Call>>| calls.back().map(|call| call.number);
            let quietest = kept.by_client.iter().min_by_key(|(_, calls)| last(calls));
            if let Some(client) = quietest.map(|(client, _)| client.clone()) {
                kept.by_client.remove(&client);
            }
        }
        let calls = kept.by_client.entry(call.client.clone()).or_default();
        if calls.len() >= CALLS_KEPT_MAX {
            calls.pop_front();
        }
        calls.push_back(Arc::new(call));
    }
}

#[cfg(test)]
mod tests;
