//! Answers requests with a key once, and keeps each answer in the unit of work of its change.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use edge::{AreaError, EdgeError};
use kernel::{Clock, Randomness};
use sealing::{MasterKey, Purpose};
use store::{Result, Store, StoreError, Tx};

use crate::Scope;
use crate::answered::Answered;
use crate::extract::{Keyed, KeyedRequest};
use crate::store as rows;
use crate::store::{CLAIM_S, FORGOTTEN_AT_ONCE_MAX, KEPT_S, KEYS_PER_CALLER_MAX, Known};

/// The most rounds of forgetting at once: what is left is forgotten the next time.
const FORGETTING_ROUNDS_MAX: usize = 100;

/// Answers requests with a key once. A clone is the same.
#[derive(Clone, Debug)]
pub struct Idempotency {
    store: Store,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
    master_key: MasterKey,
}

/// Writes the answer that tells of a `T`.
type Render<T> = fn(&T) -> Result<Answered, EdgeError>;

/// Keeps the answer about a `T`, for whoever sends the request again. For a request without a key it does nothing.
#[derive(Debug)]
pub struct Keep<T>(Option<Arc<Ticket<T>>>);

impl<T> Clone for Keep<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// The claim of whoever works at a request.
#[derive(Debug)]
struct Ticket<T> {
    kept_id: String,
    claim: i64,
    render: Render<T>,
    by: Idempotency,
}

/// The state of a key when a request comes with it.
#[derive(Debug)]
enum Found {
    /// The key belongs to this request now: the row and the claim.
    Claimed(String, i64),
    /// The request was carried out; its answer is sealed for the row.
    Known(String, Answered),
    InProgress,
    /// It came with another request.
    Reused,
    /// The caller has as many keys as may be, for so many seconds.
    TooMany(i64),
}

impl Idempotency {
    /// Keeps answers in `store`, sealed with the master key, for as long as the clock says.
    pub const fn new(
        store: Store,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        master_key: MasterKey,
    ) -> Self {
        Self { store, clock, randomness, master_key }
    }

    /// Answers a request of `caller`: by `work` the first time, and by what was kept when the request comes again.
    /// `render` writes the answer. `work` gets the [`Keep`] that its unit of work has to call.
    ///
    /// # Errors
    /// Those of `work`, after which the key is free; [`EdgeError::KeyInProgress`] and [`EdgeError::KeyReused`];
    /// [`EdgeError::KeysUsedUp`] when the caller has as many keys as may be; or the database failed.
    pub async fn answer<E, T, F>(
        &self,
        keyed: Keyed<E>,
        caller: impl Into<Scope>,
        render: Render<T>,
        work: impl FnOnce(Keep<T>) -> F,
    ) -> Result<Response, E>
    where
        E: AreaError,
        F: Future<Output = Result<T, E>>,
    {
        let Some(asked) = keyed.0 else {
            return Ok(render(&work(Keep::nothing()).await?)?.into_response());
        };
        let (kept_id, claim) = match self.claim(caller.into(), asked).await.map_err(EdgeError::from)? {
            Found::Claimed(kept_id, claim) => (kept_id, claim),
            Found::Known(kept_id, sealed) => return Ok(self.opened(&kept_id, sealed)?.into_response()),
            Found::InProgress => return Err(EdgeError::KeyInProgress.into()),
            Found::Reused => return Err(EdgeError::KeyReused.into()),
            Found::TooMany(seconds) => {
                let retry_after_s = u64::try_from(seconds).unwrap_or(1);
                return Err(EdgeError::KeysUsedUp { most: KEYS_PER_CALLER_MAX, retry_after_s }.into());
            }
        };
        let ticket = Ticket { kept_id: kept_id.clone(), claim, render, by: self.clone() };
        match work(Keep(Some(Arc::new(ticket)))).await {
            Ok(made) => Ok(render(&made)?.into_response()),
            Err(error) => {
                self.release(kept_id, claim).await;
                Err(error)
            }
        }
    }

    pub async fn tidy_up(&self) -> Result<()> {
        for _ in 0..FORGETTING_ROUNDS_MAX {
            let now = self.clock.now();
            let forget = move |tx: &mut Tx| rows::forget(tx, now);
            if self.store.write("idempotency.forget", forget).await? < FORGOTTEN_AT_ONCE_MAX {
                break;
            }
        }
        Ok(())
    }

    async fn claim(&self, scope: Scope, asked: KeyedRequest) -> Result<Found> {
        let now = self.clock.now();
        let (until, new_id) = (now.plus_seconds(CLAIM_S), self.randomness.uuid(now).to_string());
        let work = move |tx: &mut Tx| {
            let known = rows::find(tx, &scope, &asked)?;
            let is_in_force = known.as_ref().is_some_and(|known| known.expires_at > now);
            if !is_in_force && let Some(end) = rows::in_the_way(tx, &scope, now)? {
                return Ok(Found::TooMany(end.microseconds_since(now) / 1_000_000 + 1));
            }
            let Some(known) = known else {
                rows::insert(tx, &new_id, &scope, &asked, until)?;
                return Ok(Found::Claimed(new_id.clone(), 1));
            };
            if !is_in_force {
                rows::claim(tx, &known, &asked, until)?;
                return Ok(Found::Claimed(known.kept_id, known.claim + 1));
            }
            let Known { kept_id, fingerprint, answer, .. } = known;
            Ok::<_, StoreError>(match answer {
                _ if fingerprint != asked.fingerprint => Found::Reused,
                Some((status, body)) => Found::Known(kept_id, Answered { status, body }),
                None => Found::InProgress,
            })
        };
        match self.store.write("idempotency.claim", work).await {
            // Another process was faster by less than a unit of work.
            Err(StoreError::Unique { .. }) => Ok(Found::InProgress),
            found => found,
        }
    }

    fn opened(&self, kept_id: &str, Answered { status, body }: Answered) -> Result<Answered, EdgeError> {
        let body = self.master_key.open(Purpose::KeptAnswers, kept_id, &body);
        let body = body.map_err(|error| EdgeError::internal(format!("a kept answer: {error}")))?;
        Ok(Answered { status, body })
    }

    /// Frees a key whose request came to nothing. When that fails, the claim ends by itself.
    async fn release(&self, kept_id: String, claim: i64) {
        let work = move |tx: &mut Tx| rows::release(tx, &kept_id, claim);
        if let Err(error) = self.store.write("idempotency.release", work).await {
            tracing::warn!("the key of a refused request stays claimed for a while: {error}");
        }
    }
}

impl<T> Keep<T> {
    /// Keeps nothing: for changes that no request with a key asks for.
    pub const fn nothing() -> Self {
        Self(None)
    }

    /// Keeps the answer that tells of `made`, in the unit of work that makes it.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when somebody has taken the key over, so that this unit of work must not be committed; or
    /// the database's.
    pub fn keep(&self, tx: &mut Tx, made: &T) -> Result<()> {
        let Some(Ticket { kept_id, claim, render, by }) = self.0.as_deref() else { return Ok(()) };
        let wrong = |reason: String| StoreError::Inconsistency {
            query: "KEY_KEEP",
            column: "sealed".to_owned(),
            reason,
        };
        let Answered { status, body } = render(made).map_err(|error| wrong(format!("{error:?}")))?;
        let sealed = by.master_key.seal(Purpose::KeptAnswers, kept_id, &body, &*by.randomness);
        let sealed = sealed.map_err(|error| wrong(error.to_string()))?;
        let until = by.clock.now().plus_seconds(KEPT_S);
        if rows::keep(tx, (kept_id, *claim), (status, sealed), until)? {
            return Ok(());
        }
        Err(StoreError::Busy("the request was taken for dead, and somebody else answers it".to_owned()))
    }
}
