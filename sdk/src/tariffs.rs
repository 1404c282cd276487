//! The calls of the tariff requests area (spec section 4.4).

use kernel::Cnum;
use serde::Deserialize;

use crate::bank::Bank;
use crate::error::SdkError;

/// A request as a list shows it (spec section 2.4).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TariffRequest {
    /// Request id.
    pub id: i64,
    /// `CLIENT_TARIFF_PLAN_CHANGE_REQUEST` or `FUTURE_CLIENT_TARIFF_PLAN_CANCEL_REQUEST`.
    pub document_type: String,
    /// One of the states of spec section 3.3.
    pub state: String,
    /// The bank's name of the plan.
    pub target_tariff_plan_name: Option<String>,
    /// The plan's name for clients.
    pub target_tariff_plan_public_name: Option<String>,
    /// Time at which the request was made, ISO 8601 with offset.
    pub created_at: Option<String>,
    /// Time of the last change of its state, ISO 8601 with offset.
    pub updated_at: Option<String>,
}

/// A page of requests.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TariffPage {
    /// The requests.
    #[serde(default)]
    pub content: Vec<TariffRequest>,
    /// Set when another page follows.
    #[serde(default)]
    pub has_next: bool,
}

/// A request with its document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TariffRequestBody {
    /// Request id.
    pub id: i64,
    /// The type of the document, as in [`TariffRequest`].
    pub document_type: String,
    /// One of the states of spec section 3.3.
    pub state: String,
    /// The document as HTML.
    pub body: String,
}

impl Bank {
    /// A page of the client's requests, newest first: page `page` from 0, at most `size` (1 to 10000) of those that
    /// the RSQL `filter` selects.
    ///
    /// # Errors
    /// The bank refuses, for example a filter that it does not understand.
    pub fn tariff_requests(
        &mut self,
        client: &Cnum,
        page: u32,
        size: u32,
        filter: Option<&str>,
    ) -> Result<TariffPage, SdkError> {
        let mut query = vec![("page", page.to_string()), ("size", size.to_string())];
        query.extend(filter.map(|filter| ("filter", filter.to_owned())));
        self.get(&["v1", "ctcm", "request", "client", client.as_str(), "list"], &query)
    }

    /// One request with its document as HTML.
    ///
    /// # Errors
    /// The bank refuses: a request of somebody else is absent.
    pub fn tariff_request(&mut self, client: &Cnum, id: i64) -> Result<TariffRequestBody, SdkError> {
        self.get(&["v1", "ctcm", "request", &id.to_string(), "client", client.as_str(), "body"], &[])
    }

    /// The document of a request as PDF: the bytes that its digest is over.
    ///
    /// # Errors
    /// The bank refuses: a request of somebody else is absent.
    pub fn tariff_request_pdf(&mut self, client: &Cnum, id: i64) -> Result<Vec<u8>, SdkError> {
        self.get_bytes(&["v1", "ctcm", "request", &id.to_string(), "client", client.as_str(), "download"])
    }
}
