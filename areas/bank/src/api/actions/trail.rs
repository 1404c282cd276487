//! `/bank/v1/trail`, and the receipt of an entry.

use audit::log::prove;
use audit::{ENTRIES_MAX, Filter};
use axum::Json;
use axum::extract::State;
use edge::{AreaPath, AreaQuery, Description, EdgeError, FromQuery, QueryList};
use kernel::Instant;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::wire::BankTrail;
use crate::api::caller::TrailReader;
use crate::api::error::BankError;
use crate::api::examples;
use crate::state::BankState;
use crate::work::actions::PeopleError;

/// The entries that a request asks for.
#[derive(Debug)]
pub(in crate::api) struct TrailAsked {
    filter: Filter,
    limit: u16,
}

/// The parameters as they are described.
#[derive(IntoParams)]
#[expect(dead_code, reason = "a description; the values are read by `from_query`")]
struct TrailParameters {
    /// Not before this moment.
    #[param(format = DateTime, example = "2026-11-20T00:00:00Z")]
    since: Option<String>,
    /// Before this moment.
    #[param(format = DateTime, example = "2026-11-21T00:00:00Z")]
    until: Option<String>,
    /// With `until`: at that moment too, those that come after this entry in the list.
    #[param(example = "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f")]
    before: Option<String>,
    /// By this user, client, operator or system.
    #[param(example = "petrova")]
    actor: Option<String>,
    /// Of this kind.
    #[param(example = "user.locked")]
    action: Option<String>,
    /// About this kind of thing.
    #[param(example = "user")]
    object_kind: Option<String>,
    /// About this thing.
    #[param(example = "U00001")]
    object: Option<String>,
    /// About this company's data.
    #[param(example = "C00001")]
    company: Option<String>,
    /// The most entries.
    #[param(minimum = 1, maximum = 1000, default = 100, example = 100)]
    limit: Option<i32>,
}

impl FromQuery<BankError> for TrailAsked {
    fn from_query(query: &QueryList<BankError>) -> Result<Self, BankError> {
        let text = |name| Ok::<_, BankError>(query.single(name)?.map(str::to_owned));
        let moment = |name: &'static str| -> Result<Option<Instant>, BankError> {
            let wrong = |_| {
                let rule = "must be a moment such as 2026-11-20T12:00:00Z";
                EdgeError::malformed(format!("The query parameter `{name}` {rule}"))
            };
            let parsed = query.single(name)?.map(|text| text.parse::<jiff::Timestamp>().map_err(wrong));
            Ok(parsed.transpose()?.map(Instant::from))
        };
        let wrong = |error| EdgeError::malformed(format!("The query parameter `company`: {error}"));
        let company = query.single("company")?.map(|text| text.parse().map_err(wrong)).transpose()?;
        let no_entry = |_| EdgeError::malformed("The query parameter `before` must be the `id` of an entry");
        let filter = Filter {
            since: moment("since")?,
            until: moment("until")?,
            before: query.single("before")?.map(|text| text.parse().map_err(no_entry)).transpose()?,
            actor_id: text("actor")?,
            action: text("action")?,
            object_kind: text("object_kind")?,
            object_id: text("object")?,
            company,
        };
        if filter.before.is_some() && filter.until.is_none() {
            let rule = "`before` needs `until`: send the `id` and the `at` of the last entry";
            return Err(EdgeError::malformed(rule).into());
        }
        let limit = query.int32("limit", 1..=i32::from(ENTRIES_MAX))?.unwrap_or(100);
        Ok(Self { filter, limit: u16::try_from(limit).unwrap_or(ENTRIES_MAX) })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<TrailParameters>();
    }
}

/// Search the trail
///
/// The newest entries that fit, the newest first. Go on with the `at` of the last one as `until` and its `id` as
/// `before`. For the roles `audit` and `security`.
#[utoipa::path(
    get,
    path = "/bank/v1/trail",
    tag = "Registry",
    responses((status = 200, description = "The entries.", body = BankTrail, example = json!(examples::trail()))),
)]
pub(in crate::api) async fn list_trail(
    State(state): State<BankState>,
    _: TrailReader,
    AreaQuery(asked, _): AreaQuery<BankError, TrailAsked>,
) -> Result<Json<BankTrail>, BankError> {
    let entries = audit::list(&state.store, &asked.filter, asked.limit).await?;
    Ok(Json(BankTrail { entries: entries.into_iter().map(Into::into).collect() }))
}

/// An entry of the trail.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct EntryPath {
    /// The identifier of the entry.
    #[param(example = "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f")]
    entry: String,
}

/// The receipt of an entry.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct BankReceipt {
    /// A C2SP `tlog-proof` with the entry in it and a checkpoint of now. Keep it as a file: whoever has the key of the
    /// log verifies it without this API.
    #[schema(min_length = 1)]
    receipt: String,
}

/// The receipt of an entry of the trail
///
/// It proves that the entry is in the trail's log. An entry is in it within two seconds of its commit; before that, and
/// once it has left for an archive, there is none. For the roles `audit` and `security`.
#[utoipa::path(
    get,
    path = "/bank/v1/trail/{entry}/receipt",
    tag = "Registry",
    responses((status = 200, description = "The receipt.", body = BankReceipt, example = json!(examples::receipt()))),
)]
pub(in crate::api) async fn get_receipt(
    State(state): State<BankState>,
    _: TrailReader,
    AreaPath(path, _): AreaPath<BankError, EntryPath>,
) -> Result<Json<BankReceipt>, BankError> {
    let key = state.trail_key.as_ref().ok_or_else(|| EdgeError::internal("no key of the trail's log"))?;
    let absent = PeopleError::Absent("entry in the trail's log: a new one is in it within two seconds");
    let proof = prove(&state.store, &path.entry, key).await?.ok_or(absent)?;
    Ok(Json(BankReceipt { receipt: proof.to_string() }))
}
