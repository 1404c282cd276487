//! Reads the credentials of the client that calls (IDN-05).

use axum::extract::{FromRequest, Request};
use clients::Profile;
use edge::{Described, Description, EdgeError, RequestContext};
use http::{HeaderMap, header};
use kernel::ClientId;

use super::error::IdentityError;
use super::form::Form;
use crate::state::IdentityState;
use crate::token::client_authentication::{Credentials, read};
use crate::token::people::TokenClient;
use crate::work::authenticate_client::{Authenticated, authenticate_client};
use crate::work::login_under_way::find_client;

/// Form of a request, and the client that authenticates for it.
#[derive(Debug)]
pub(super) struct ClientForm {
    pub(super) client: TokenClient,
    pub(super) form: Form,
}

impl FromRequest<IdentityState> for ClientForm {
    type Rejection = IdentityError;

    async fn from_request(request: Request, state: &IdentityState) -> Result<Self, IdentityError> {
        let headers = request.headers().clone();
        let form = Form::from_request(request, state).await?;
        Ok(Self { client: authenticate(state, &headers, &form).await?, form })
    }
}

impl Described for ClientForm {
    fn describe(description: &mut Description<'_>) {
        description.authentication(&["client"]);
        description.error(IdentityError::FORM_MALFORMED);
        description.error(IdentityError::CLIENT_REFUSED);
        description.error(IdentityError::TOO_MANY_SECRETS);
    }
}

/// Returns the client that the request comes from: authenticated with HTTP Basic, in service, and not contradicted by
/// the form.
///
/// # Errors
/// Also [`EdgeError::Unavailable`] while this process does not know what others have changed, see
/// [`crate::token::freshness`].
async fn authenticate(
    state: &IdentityState,
    headers: &HeaderMap,
    form: &Form,
) -> Result<TokenClient, IdentityError> {
    if !state.freshness.is_fresh(state.clock.now()) {
        return Err(EdgeError::Unavailable.into());
    }
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let secret = form.optional("client_secret")?;
    let Some(header) = values.next() else {
        return by_form(state, form, secret).await;
    };
    if values.next().is_some() {
        return Err(IdentityError::InvalidRequest("the Authorization header was sent more than once"));
    }
    if secret.is_some() {
        return Err(IdentityError::InvalidRequest(
            "client_secret belongs into the Authorization header only: leave it out of the form",
        ));
    }
    let header = header.to_str().map_err(|_| IdentityError::InvalidClient)?;
    let readings = read(header).map_err(|_| IdentityError::InvalidClient)?;
    let client = accepted(authenticate_client(state, &readings).await?)?;
    // Hardly any client library repeats its identifier next to HTTP Basic; one that does must not contradict itself.
    match form.optional("client_id")? {
        Some(named) if named != client.id.as_str() => Err(IdentityError::InvalidRequest(
            "client_id names another client than the Authorization header: leave it out of the form",
        )),
        Some(_) | None => Ok(client),
    }
}

/// Returns the client that sends its secret in the form (`client_secret_post`), as libraries of OpenID Connect do: for
/// clients of the profile `STANDARD` alone.
async fn by_form(
    state: &IdentityState,
    form: &Form,
    secret: Option<String>,
) -> Result<TokenClient, IdentityError> {
    let id: Option<ClientId> = form.optional("client_id")?.and_then(|id| id.parse().ok());
    let (Some(secret), Some(id)) = (secret, id) else { return Err(IdentityError::InvalidClient) };
    let client = find_client(state, id.clone()).await?;
    if client.is_none_or(|client| client.profile != Profile::Standard) {
        return Err(IdentityError::InvalidClient);
    }
    accepted(authenticate_client(state, &[Credentials { client: Some(id), secret }]).await?)
}

fn accepted(outcome: Authenticated) -> Result<TokenClient, IdentityError> {
    match outcome {
        Authenticated::Client(client) => {
            RequestContext::note_client(&client.id);
            Ok(client)
        }
        Authenticated::Refused => Err(IdentityError::InvalidClient),
        Authenticated::TooEarly { retry_after_s } => Err(EdgeError::TooManyRequests { retry_after_s }.into()),
    }
}
