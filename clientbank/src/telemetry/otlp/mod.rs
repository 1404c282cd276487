//! Tells spans to a collector: OTLP over HTTP (OpenTelemetry Protocol 1, JSON form).
//!
//! Whoever ends a span puts it into a queue or drops it, and never waits. A thread with a runtime of its own empties
//! the queue, so that a collector which is slow, down or hostile costs a request nothing: what it does not take in time
//! is dropped. Each span is counted with what became of it.

mod body;
mod endpoint;
mod post;

use std::time::Duration;

use spans::{Sink, Span};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{sleep, timeout};

use self::body::Source;
pub use self::endpoint::Endpoint;

/// The most spans that wait: about 2 MB.
const QUEUE_MAX: usize = 8_192;
/// The most spans of one message.
const AT_ONCE_MAX: usize = 512;
/// The time in which spans gather before they are sent.
const GATHERING: Duration = Duration::from_millis(200);
/// The longest that one message may take.
const TIME_MAX: Duration = Duration::from_secs(5);
/// The wait after a message that was not taken. Meanwhile the queue fills, and then drops.
const PAUSE: Duration = Duration::from_secs(5);

#[derive(Clone, Copy)]
enum Fate {
    Sent,
    QueueFull,
    NotTaken,
}

fn count(fate: Fate, spans: usize) {
    let outcome = match fate {
        Fate::Sent => "SENT",
        Fate::QueueFull => "QUEUE_FULL",
        Fate::NotTaken => "NOT_TAKEN",
    };
    let spans = u64::try_from(spans).unwrap_or(u64::MAX);
    metrics::counter!("clientbank_spans_total", "outcome" => outcome).increment(spans);
}

struct Queue(Sender<Span>);

impl Sink for Queue {
    fn take(&self, span: Span) {
        if self.0.try_send(span).is_err() {
            count(Fate::QueueFull, 1);
        }
    }
}

/// Tells the spans of so many of 10,000 traces to the collector from now on. A second call in the same process changes
/// nothing.
pub fn start_spans(endpoint: Endpoint, of_traces: u16) -> std::io::Result<()> {
    if spans::is_on() {
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (queue, receiver) = channel(QUEUE_MAX);
    std::thread::Builder::new()
        .name("spans".to_owned())
        .spawn(move || runtime.block_on(send_all(receiver, &endpoint)))?;
    for fate in [Fate::Sent, Fate::QueueFull, Fate::NotTaken] {
        count(fate, 0);
    }
    spans::tell_to(Box::new(Queue(queue)), of_traces);
    Ok(())
}

async fn send_all(mut queue: Receiver<Span>, endpoint: &Endpoint) {
    let (source, mut spans, mut is_taken) = (Source::of_this_process(), Vec::new(), true);
    while queue.recv_many(&mut spans, AT_ONCE_MAX).await > 0 {
        sleep(GATHERING).await;
        while spans.len() < AT_ONCE_MAX {
            let Ok(span) = queue.try_recv() else { break };
            spans.push(span);
        }
        let sent = timeout(TIME_MAX, post::post(endpoint, body::body(&source, &spans))).await;
        let outcome = sent.unwrap_or_else(|_| Err("it did not answer in time".to_owned()));
        count(if outcome.is_ok() { Fate::Sent } else { Fate::NotTaken }, spans.len());
        spans.clear();
        match &outcome {
            // Once, and not every few seconds: the metric goes on telling.
            Err(reason) if is_taken => tracing::warn!("the collector takes no spans: {reason}"),
            Ok(()) if !is_taken => tracing::info!("the collector takes spans again"),
            Ok(()) | Err(_) => {}
        }
        is_taken = outcome.is_ok();
        if !is_taken {
            sleep(PAUSE).await;
        }
    }
}

#[cfg(test)]
mod tests;
