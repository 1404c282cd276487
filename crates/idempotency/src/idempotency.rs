//! Answers requests with a key once.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use edge::{AreaError, EdgeError};
use kernel::{Clock, Randomness};
use sealing::{MasterKey, Purpose};
use store::{Result, Store, StoreError, Tx};

use crate::Scope;
use crate::answered::Answered;
use crate::extract::{Asked, Keyed};
use crate::keep::{Keep, Render, Ticket};
use crate::store as rows;
use crate::store::{CLAIM_S, FORGOTTEN_AT_ONCE_MAX, KEYS_PER_CALLER_MAX, Known};

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

/// The state of a key when a request comes with it.
#[derive(Debug)]
enum Found {
    /// The key belongs to this request now: the row and the claim.
    Claimed(String, i64),
    /// The request was carried out; its answer is sealed for the row.
    Known(String, Answered),
    /// Somebody else works at it.
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
        let ticket = Ticket {
            kept_id: kept_id.clone(),
            claim,
            render,
            clock: Arc::clone(&self.clock),
            randomness: Arc::clone(&self.randomness),
            master_key: self.master_key.clone(),
        };
        match work(Keep::of(ticket)).await {
            Ok(made) => Ok(render(&made)?.into_response()),
            Err(error) => {
                self.release(kept_id, claim).await;
                Err(error)
            }
        }
    }

    /// Forgets keys whose time is over.
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

    async fn claim(&self, scope: Scope, asked: Asked) -> Result<Found> {
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
