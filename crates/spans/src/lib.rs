//! Traces: steps of a request through units of work, jobs and deliveries, told to whoever collects them.
//!
//! A [`TraceContext`] names a trace and a step in it (W3C Trace Context). The frame of a listener makes one for each
//! request. Where something takes time there is a [`Begun`], which begins below the step that this task is in
//! ([`scope`]) or below one that was kept in the database ([`TraceContext::kept`]), and is told as a [`Span`] when it
//! ends. Without a [`Sink`], which is the rule, nothing begins: it costs one look at a word of memory.
//!
//! A span names what the program calls things: routes by their pattern, units of work, kinds of jobs and events. It
//! never has a path, a query, a key, or anything about people.

mod span;
mod trace;

pub use span::{Begun, Kind, Sink, Span, Value, current, is_on, scope, tell_to};
pub use trace::{RANDOM_BYTES, SpanId, TRACES, TraceContext, TraceId};
