//! The names in paths.

use serde::Deserialize;
use utoipa::IntoParams;

use super::error::ApiError;
use crate::webhook::WebhookId;
use crate::work::administration::WebhookError;

/// A webhook.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct WebhookPath {
    /// The identifier of the webhook.
    #[param(example = "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f")]
    pub(super) id: String,
}

impl WebhookPath {
    /// Reads the identifier; a text that is none names no webhook.
    pub(super) fn id(&self) -> Result<WebhookId, ApiError> {
        self.id.parse().map_err(|_| WebhookError::NotFound.into())
    }
}

/// An event of a webhook.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct DeliveryPath {
    /// The identifier of the webhook.
    #[param(example = "019ab1f0-c6a0-7c3c-8d2f-0a5b1e3d4c5f")]
    pub(super) id: String,
    /// The identifier of the event.
    #[param(example = "evt_019ab1f0c6a07c3c8d2f0a5b1e3d4c5f")]
    pub(super) event_id: String,
}
