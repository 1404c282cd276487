//! W3C Trace Context (recommendation of 2021-11-23): the `traceparent` header.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::{from_hexadecimal, hexadecimal};

/// A trace: 16 bytes that are not all zero, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceId([u8; 16]);

/// The traces of which a share is told.
pub const TRACES: u16 = 10_000;
/// The bits of its last seven bytes.
const RANDOM_BITS: u32 = 56;

impl TraceId {
    /// Tells whether it is among so many of [`TRACES`]: by its last seven bytes, which are random (W3C Trace Context,
    /// level 2), so that every process chooses the same traces, and a larger share has those of a smaller one.
    pub(crate) fn is_among(self, of_traces: u16) -> bool {
        let random = u128::from_be_bytes(self.0) & ((1 << RANDOM_BITS) - 1);
        let left_out = u128::from(TRACES.saturating_sub(of_traces)) << RANDOM_BITS;
        random * u128::from(TRACES) >= left_out
    }
}

/// One step of a trace: 8 bytes that are not all zero, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanId([u8; 8]);

macro_rules! display_as_hex {
    ($($name:ident)+) => {$(
        impl $name {
            pub fn to_hex(&self) -> String {
                hexadecimal(&self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.to_hex())
            }
        }
    )+};
}

display_as_hex!(TraceId SpanId);

/// The trace to which a request belongs and this process's step in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceContext {
    trace_id: TraceId,
    span_id: SpanId,
    parent: Option<SpanId>,
    sampled: bool,
}

/// Bytes of randomness that a context takes: a trace and a span.
pub const RANDOM_BYTES: usize = 24;

impl TraceContext {
    /// Continues the trace of `traceparent`, or starts one when there is none or it is not valid.
    pub fn new(traceparent: Option<&str>, random: [u8; RANDOM_BYTES]) -> Self {
        let mut trace = [0_u8; 16];
        let mut span = [0_u8; 8];
        trace.copy_from_slice(&random[..16]);
        span.copy_from_slice(&random[16..]);
        // All zeros would mean "none". The last bit makes sure, at the price of one bit of 64 and of 128.
        span[7] |= 1;
        trace[15] |= 1;
        match traceparent.and_then(parse) {
            Some((trace_id, parent, sampled)) => {
                Self { trace_id, span_id: SpanId(span), parent: Some(parent), sampled }
            }
            None => Self { trace_id: TraceId(trace), span_id: SpanId(span), parent: None, sampled: false },
        }
    }

    pub(crate) fn begin() -> Self {
        let mut random = [0; RANDOM_BYTES];
        for part in random.chunks_exact_mut(8) {
            part.copy_from_slice(&fresh().to_be_bytes());
        }
        Self::new(None, random)
    }

    /// A step below this one.
    pub(crate) fn step(&self) -> Self {
        let span_id = SpanId((fresh() | 1).to_be_bytes());
        Self { span_id, parent: Some(self.span_id), ..*self }
    }

    /// Reads a step that was kept as [`TraceContext::to_header`] wrote it; nothing when it is no such text.
    pub fn kept(text: &str) -> Option<Self> {
        let (trace_id, span_id, sampled) = parse(text)?;
        Some(Self { trace_id, span_id, parent: None, sampled })
    }

    pub const fn trace_id(&self) -> TraceId {
        self.trace_id
    }

    pub const fn span_id(&self) -> SpanId {
        self.span_id
    }

    /// The caller's step, when the caller sent one.
    pub const fn parent(&self) -> Option<SpanId> {
        self.parent
    }

    /// The value of `traceparent` for a call from here to elsewhere, and of `traceresponse` for the answer.
    pub fn to_header(&self) -> String {
        let flags = if self.sampled { "01" } else { "00" };
        format!("00-{}-{}-{flags}", self.trace_id, self.span_id)
    }
}

/// A number that nobody can foresee and that does not come again: names of steps are no secrets, and are no part of
/// what a sandbox with a key plays again.
fn fresh() -> u64 {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static NEXT: AtomicU64 = AtomicU64::new(0);
    KEY.hash_one(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Characters of a `traceparent` of version 00.
const TRACEPARENT_CHARACTERS: usize = 55;

/// Trace, parent and the sampled flag of a valid `traceparent`. A later version may be longer, after a dash
/// (section 3.2.4 of the recommendation).
fn parse(text: &str) -> Option<(TraceId, SpanId, bool)> {
    let bytes = text.as_bytes();
    let known = bytes.get(..TRACEPARENT_CHARACTERS)?;
    let version = from_hexadecimal::<1>(&known[..2])?[0];
    let rest = &bytes[TRACEPARENT_CHARACTERS..];
    let length_fits = rest.is_empty() || (version > 0 && rest[0] == b'-');
    let dashes_fit = [2, 35, 52].iter().all(|position| known[*position] == b'-');
    if version == 0xff || !length_fits || !dashes_fit {
        return None;
    }
    let trace = from_hexadecimal::<16>(&known[3..35])?;
    let parent = from_hexadecimal::<8>(&known[36..52])?;
    let flags = from_hexadecimal::<1>(&known[53..55])?[0];
    let set = trace != [0; 16] && parent != [0; 8];
    set.then_some((TraceId(trace), SpanId(parent), flags & 1 == 1))
}
