//! Spans as the collector reads them: `ExportTraceServiceRequest` in the JSON form of OTLP. Identifiers are
//! hexadecimal, 64-bit numbers are texts, enumerations are numbers.

use bytes::Bytes;
use kernel::{Randomness as _, SystemRandomness, hexadecimal};
use serde_json::{Value as Json, json};
use spans::{Kind, Span, Value};

/// The status of a span that failed.
const STATUS_ERROR: u8 = 2;

/// The process that the spans come from, as the collector is told of it.
pub(super) struct Source(Json);

impl Source {
    /// Names this process for as long as it lives.
    pub(super) fn of_this_process() -> Self {
        let mut instance = [0; 16];
        SystemRandomness.fill(&mut instance);
        let attributes = [
            ("service.name", "clientbank".into()),
            ("service.version", env!("CARGO_PKG_VERSION").into()),
            ("service.instance.id", hexadecimal(&instance).into()),
        ];
        Self(json!({ "attributes": attributes_of(&attributes) }))
    }
}

pub(super) fn body(Source(resource): &Source, spans: &[Span]) -> Bytes {
    let spans: Vec<Json> = spans.iter().map(span_of).collect();
    let of_scope = json!({ "scope": { "name": "clientbank" }, "spans": spans });
    json!({ "resourceSpans": [{ "resource": resource, "scopeSpans": [of_scope] }] }).to_string().into()
}

fn span_of(span: &Span) -> Json {
    let began_ns = i128::from(span.began.microseconds()) * 1_000;
    let ended_ns = began_ns + i128::try_from(span.took.as_nanos()).unwrap_or(0);
    let mut told = json!({
        "traceId": span.context.trace_id().to_hex(),
        "spanId": span.context.span_id().to_hex(),
        "name": span.name,
        "kind": kind_of(span.kind),
        "startTimeUnixNano": began_ns.to_string(),
        "endTimeUnixNano": ended_ns.to_string(),
        "attributes": attributes_of(&span.attributes),
    });
    if let Some(parent) = span.context.parent() {
        told["parentSpanId"] = parent.to_hex().into();
    }
    if span.is_failed {
        told["status"] = json!({ "code": STATUS_ERROR });
    }
    told
}

const fn kind_of(kind: Kind) -> u8 {
    match kind {
        Kind::Internal => 1,
        Kind::Server => 2,
        Kind::Client => 3,
        Kind::Consumer => 5,
    }
}

fn attributes_of(attributes: &[(&'static str, Value)]) -> Vec<Json> {
    let one = |(name, value): &(&'static str, Value)| {
        let value = match value {
            Value::Text(text) => json!({ "stringValue": text }),
            Value::Number(number) => json!({ "intValue": number.to_string() }),
        };
        json!({ "key": name, "value": value })
    };
    attributes.iter().map(one).collect()
}
