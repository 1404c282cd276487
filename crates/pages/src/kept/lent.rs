//! A body that comes back when nobody has read it.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_body::{Frame, SizeHint};

/// The body of a request that is lent to its handler.
#[derive(Debug)]
pub(crate) struct Lent(Arc<Mutex<Loan>>);

#[derive(Debug)]
struct Loan {
    body: Body,
    is_read: bool,
}

impl Lent {
    /// Lends a body: the handler gets the second, and the first returns it.
    pub(crate) fn lend(body: Body) -> (Self, Body) {
        let loan = Arc::new(Mutex::new(Loan { body, is_read: false }));
        (Self(Arc::clone(&loan)), Body::new(Borrowed(loan)))
    }

    /// Returns the body; `None` when the handler has begun to read it.
    pub(crate) fn back(self) -> Option<Body> {
        let mut loan = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (!loan.is_read).then(|| std::mem::replace(&mut loan.body, Body::empty()))
    }
}

struct Borrowed(Arc<Mutex<Loan>>);

impl HttpBody for Borrowed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut loan = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        loan.is_read = true;
        Pin::new(&mut loan.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).body.size_hint()
    }
}
