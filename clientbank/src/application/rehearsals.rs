//! The triggers of a sandbox, as the frame around every operation plays them, and their table for developers.

use axum::routing::get;
use axum::{Json, Router};
use edge::{FoundTrigger, Rehearsals};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use identity::IdentityState;
use identity::work::simulate_login::revoke_on_demand;
use kernel::SessionId;
use sandbox::triggers::{Act, Place, Trigger};
use serde_json::{Value, json};

use super::areas;

pub(super) const PREFIXES: &[&str] = &["/sandbox/v1/triggers"];

/// Plays triggers, with identity for those that revoke.
pub(super) struct Played(pub(super) IdentityState);

kernel::debug_shows!(Played(..));

impl Rehearsals for Played {
    fn find(&self, name: &str) -> Option<FoundTrigger> {
        let is_asked = |row: &&Trigger| row.name == name && matches!(row.place, Place::Header(_));
        let trigger = areas::triggers().find(is_asked)?;
        let fault = match trigger.act {
            Act::Fault(fault) => Some(fault),
            _ => None,
        };
        Some(FoundTrigger { name: trigger.name, fault })
    }

    fn end_session(&self, session: SessionId) -> BoxFuture<'_, ()> {
        async move {
            if let Err(error) = revoke_on_demand(&self.0, session).await {
                tracing::error!("a session was not ended on demand: {error}");
            }
        }
        .boxed()
    }
}

pub(super) fn routes() -> Router {
    area::sandbox_router(Router::new().route("/sandbox/v1/triggers", get(list)))
}

async fn list() -> Json<Value> {
    let row = |trigger: &Trigger| {
        let ends = trigger.ends.iter().map(|end| json!({ "of": end.machine.as_str(), "state": end.state }));
        json!({
            "name": trigger.name,
            "place": trigger.place.to_string(),
            "value": trigger.value,
            "effect": trigger.effect.1,
            "ends": ends.collect::<Vec<_>>(),
        })
    };
    Json(json!({ "triggers": areas::triggers().map(row).collect::<Vec<_>>() }))
}
