//! The parameters of lists.

use edge::{Description, EdgeError, FromQuery, QueryList};
use events::EventType;
use utoipa::IntoParams;

use super::error::ApiError;
use super::wire::CURSOR_DIGITS;

/// The most entries of one page.
const LIMIT_MAX: i32 = 1_000;
/// Entries of a page when the request names no number.
const LIMIT_DEFAULT: i32 = 100;

/// The events that a request asks for.
#[derive(Debug, IntoParams)]
pub(super) struct EventsAsked {
    /// The place after which the page begins: `nextCursor` of the page before. The oldest event comes first without
    /// it.
    #[param(value_type = Option<String>, pattern = "^[0-9a-f]{16}$", min_length = 16, max_length = 16,
        example = "000000000000002a")]
    pub(super) after: Option<i64>,
    /// The most events of the page.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 1_000, default = 100, example = 100)]
    pub(super) limit: u16,
    /// Events of this type alone.
    #[param(rename = "type", value_type = Option<String>, example = "payroll.statement.executed")]
    pub(super) event_type: Option<EventType>,
}

impl FromQuery<ApiError> for EventsAsked {
    fn from_query(query: &QueryList<ApiError>) -> Result<Self, ApiError> {
        let wrong_type = |_| {
            EdgeError::malformed(
                "The query parameter `type` must be a type of events; `/openapi/webhooks.json` lists them",
            )
        };
        let event_type = query.single("type")?.map(|name| name.parse().map_err(wrong_type)).transpose()?;
        Ok(Self { after: cursor(query, "after")?, limit: limit(query)?, event_type })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

/// The deliveries that a request asks for.
#[derive(Debug, IntoParams)]
pub(super) struct DeliveriesAsked {
    /// The place before which the page ends: `nextCursor` of the page before. The newest delivery comes first.
    #[param(value_type = Option<String>, pattern = "^[0-9a-f]{16}$", min_length = 16, max_length = 16,
        example = "000000000000002a")]
    pub(super) before: i64,
    /// The most deliveries of the page.
    #[param(value_type = Option<i32>, minimum = 1, maximum = 1_000, default = 100, example = 100)]
    pub(super) limit: u16,
}

impl FromQuery<ApiError> for DeliveriesAsked {
    fn from_query(query: &QueryList<ApiError>) -> Result<Self, ApiError> {
        Ok(Self { before: cursor(query, "before")?.unwrap_or(i64::MAX), limit: limit(query)? })
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
    }
}

fn limit(query: &QueryList<ApiError>) -> Result<u16, ApiError> {
    let limit = query.int32("limit", 1..=LIMIT_MAX)?.unwrap_or(LIMIT_DEFAULT);
    Ok(u16::try_from(limit).unwrap_or(u16::MAX))
}

fn cursor(query: &QueryList<ApiError>, name: &'static str) -> Result<Option<i64>, ApiError> {
    let Some(text) = query.single(name)? else { return Ok(None) };
    let is_plain = text.len() == CURSOR_DIGITS
        && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    let number = if is_plain { i64::from_str_radix(text, 16).ok() } else { None };
    let wrong =
        || EdgeError::malformed(format!("The query parameter `{name}` must be the `nextCursor` of a page"));
    number.map(Some).ok_or_else(|| wrong().into())
}
