//! Handles the unread rest of a body.
//!
//! A request that is refused early leaves its body in the connection, or still on its way. hyper would answer and
//! then close without having said so, and the caller would lose the next request that it sends on the same
//! connection. So small remains are read to their end before the answer is sent, and where they are not, the answer
//! says that the connection ends.

use http::{HeaderMap, HeaderValue, header};
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::ServeLimits;

/// The fate of a request's body.
#[derive(Debug)]
pub(super) enum Remains {
    /// It was read to its end.
    Nothing,
    /// It was let go before its end.
    Unread {
        body: Incoming,
        /// Somebody has waited for it.
        is_wanted: bool,
    },
    /// It stalled or broke off.
    Lost,
}

/// The body of the request that is being answered, as its connection sees it.
pub(super) struct RequestBody {
    remains: oneshot::Receiver<Remains>,
    /// The sender may be waiting for 100 before it sends anything.
    expects_continue: bool,
}

impl RequestBody {
    pub(super) fn new(remains: oneshot::Receiver<Remains>, headers: &HeaderMap) -> Self {
        let expects_continue = headers.contains_key(header::EXPECT);
        Self { remains, expects_continue }
    }

    /// Reads the rest of the body within the limits. Tells whether the next request can follow on the same
    /// connection.
    pub(super) async fn read_to_end(mut self, limits: &ServeLimits) -> bool {
        match self.remains.try_recv() {
            Ok(Remains::Nothing) => true,
            // A sender that waits for 100 would send its body in vain if it were asked for now, and may send it
            // unasked (RFC 9110 section 10.1.1).
            Ok(Remains::Unread { is_wanted: false, .. }) if self.expects_continue => false,
            Ok(Remains::Unread { body, .. }) => {
                let reading = discard(body, limits.unread_body_bytes_max);
                timeout(limits.unread_body_time_max, reading).await.unwrap_or(false)
            }
            // Or it is still in the hands of somebody who outlives the answer.
            Ok(Remains::Lost) | Err(_) => false,
        }
    }
}

/// Reads at most `bytes_max` bytes and forgets them. Tells whether that was all.
async fn discard(mut body: Incoming, bytes_max: usize) -> bool {
    let mut left = u64::try_from(bytes_max).unwrap_or(u64::MAX);
    // The announced length, or the part that is still to come.
    if body.size_hint().lower() > left {
        return false;
    }
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        let count = frame.data_ref().map_or(0, |data| u64::try_from(data.len()).unwrap_or(u64::MAX));
        let Some(rest) = left.checked_sub(count) else { return false };
        left = rest;
    }
    true
}

/// Says that the connection ends with this answer.
pub(super) fn say_last(headers: &mut HeaderMap) {
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
}

/// Tells whether an answer says that the connection ends with it.
pub(super) fn is_last(headers: &HeaderMap) -> bool {
    headers.get(header::CONNECTION).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"close"))
}
