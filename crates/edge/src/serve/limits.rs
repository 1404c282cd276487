//! Every limit of a connection, by name.

use std::time::Duration;

/// The limits of one listener. The defaults suit the API on the open internet; tests make them shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServeLimits {
    /// Connections at once. Further ones wait in the operating system's queue until one ends.
    pub connections_max: usize,
    /// Connections at once of one IPv4 address or IPv6 network (64 bits); further ones are closed at once. Behind a
    /// trusted proxy, requests at once for one; further ones are answered with 429.
    pub connections_per_address_max: usize,
    /// The most time from the first byte of a request's head (from accepting, for the first request) to its
    /// end.
    pub head_time_max: Duration,
    /// The most time that a connection may wait for its next request.
    pub idle_time_max: Duration,
    /// The most time without any progress of a body that is being read.
    pub body_stall_max: Duration,
    /// The most time that the whole body may take.
    pub body_time_max: Duration,
    /// The most bytes of a body that are read and dropped after an early answer, so that the connection can be kept.
    /// An answer that leaves more says `Connection: close`.
    pub unread_body_bytes_max: usize,
    /// The most time for that. The answer waits for it.
    pub unread_body_time_max: Duration,
    /// The most time without any progress of an answer that is being sent.
    pub write_stall_max: Duration,
    /// The most bytes of a request's head: request line and header fields.
    pub head_bytes_max: usize,
    /// Time after the signal in which connections are still accepted and every answer says `Connection: close`, so
    /// that callers and load balancers leave on their own.
    pub farewell_time: Duration,
    /// The most time for requests in flight after that.
    pub drain_time_max: Duration,
}

impl Default for ServeLimits {
    fn default() -> Self {
        Self {
            connections_max: 10_000,
            connections_per_address_max: 500,
            head_time_max: Duration::from_secs(8),
            idle_time_max: Duration::from_secs(75),
            body_stall_max: Duration::from_secs(8),
            body_time_max: Duration::from_secs(50),
            unread_body_bytes_max: 256 * 1024,
            unread_body_time_max: Duration::from_secs(2),
            write_stall_max: Duration::from_secs(20),
            head_bytes_max: 64 * 1024,
            farewell_time: Duration::from_secs(1),
            drain_time_max: Duration::from_secs(30),
        }
    }
}
