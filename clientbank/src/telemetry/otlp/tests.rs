use std::time::Duration;

use kernel::Instant;
use metrics_exporter_prometheus::PrometheusBuilder;
use spans::{Kind, RANDOM_BYTES, Sink as _, Span, TraceContext};
use tokio::sync::mpsc::channel;

use super::{Endpoint, Queue};

fn span() -> Span {
    Span {
        context: TraceContext::new(None, [7; RANDOM_BYTES]),
        kind: Kind::Internal,
        name: "test".into(),
        began: Instant::from_microseconds(1),
        took: Duration::ZERO,
        is_failed: false,
        attributes: Vec::new(),
    }
}

#[test]
fn lif_07_spans_go_to_the_port_that_is_named() {
    for (text, port) in [
        ("http://collector", 4_318),
        ("http://collector:80", 80),
        ("http://[::1]:80/otlp", 80),
        ("https://collector", 443),
        ("https://collector:4318", 4_318),
    ] {
        let endpoint: Endpoint = text.parse().expect("an endpoint");
        assert_eq!(endpoint.port, port, "{text}");
    }
}

/// Nobody empties the queue, so a queue that waited would wait for ever.
#[test]
fn lif_07_a_full_queue_drops_spans_and_counts_them() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let (queue, mut waiting) = channel(2);
    metrics::with_local_recorder(&recorder, || {
        let queue = Queue(queue);
        (0..5).for_each(|_| queue.take(span()));
    });
    let text = recorder.handle().render();
    assert!(text.contains("clientbank_spans_total{outcome=\"QUEUE_FULL\"} 3"), "{text}");
    assert!(waiting.try_recv().is_ok() && waiting.try_recv().is_ok() && waiting.try_recv().is_err());
}
