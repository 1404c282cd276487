//! A step that takes time, and the one that a task is in.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::time::{Duration, Instant as Started};

use kernel::{Clock as _, Instant, SystemClock};
use tokio::task_local;

use crate::TraceContext;

task_local! {
    static CURRENT: Option<TraceContext>;
}

/// The step that this task is in, if it is in one that is told.
pub fn current() -> Option<TraceContext> {
    CURRENT.try_with(|context| *context).ok().flatten()
}

/// Runs `work` in this step. A task that it spawns is in none unless it is scoped too.
pub fn scope<F: Future>(context: Option<TraceContext>, work: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(context, work)
}

/// The part that a span has in its trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something inside of the program.
    Internal,
    /// The answer to a request.
    Server,
    /// A request to somebody else.
    Client,
    /// Work that was left to be done later.
    Consumer,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(Cow<'static, str>),
    Number(i64),
}

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<u16> for Value {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub context: TraceContext,
    pub kind: Kind,
    /// Its name: one of few.
    pub name: Cow<'static, str>,
    /// The moment at which it began, by the machine's clock.
    pub began: Instant,
    /// The time that it took.
    pub took: Duration,
    /// It did not come to the end that it is there for.
    pub is_failed: bool,
    pub attributes: Vec<(&'static str, Value)>,
}

/// Takes spans that have ended, from any thread and at once: what it has no room for it drops.
pub trait Sink: Send + Sync {
    fn take(&self, span: Span);
}

static SINK: OnceLock<(Box<dyn Sink>, u16)> = OnceLock::new();

/// Tells the spans of so many of [`TRACES`] traces to `sink` from now on. A second call in the same process changes
/// nothing.
pub fn tell_to(sink: Box<dyn Sink>, of_traces: u16) {
    let _ = SINK.set((sink, of_traces));
}

pub fn is_on() -> bool {
    SINK.get().is_some()
}

/// A step that has begun. One that is dropped was never there.
#[derive(Debug)]
pub struct Begun {
    context: TraceContext,
    began: Instant,
    started: Started,
}

impl Begun {
    /// Begins the step `context`, if spans of its trace are told.
    pub fn under(context: TraceContext) -> Option<Self> {
        let (_, of_traces) = SINK.get()?;
        let is_told = context.trace_id().is_among(*of_traces);
        is_told.then(|| Self { context, began: SystemClock.now(), started: Started::now() })
    }

    /// Begins a step below the one that this task is in, if it is in one.
    pub fn here() -> Option<Self> {
        is_on().then(current).flatten().and_then(|parent| Self::under(parent.step()))
    }

    /// Begins a step below `parent`, or else below the one that this task is in; without either a trace of its own.
    pub fn below(parent: Option<TraceContext>) -> Option<Self> {
        if !is_on() {
            return None;
        }
        Self::under(parent.or_else(current).map_or_else(TraceContext::begin, |parent| parent.step()))
    }

    pub const fn context(&self) -> TraceContext {
        self.context
    }

    pub fn end(
        self,
        kind: Kind,
        name: impl Into<Cow<'static, str>>,
        is_failed: bool,
        attributes: Vec<(&'static str, Value)>,
    ) {
        let Some((sink, _)) = SINK.get() else { return };
        let (context, began, took) = (self.context, self.began, self.started.elapsed());
        sink.take(Span { context, kind, name: name.into(), began, took, is_failed, attributes });
    }
}
