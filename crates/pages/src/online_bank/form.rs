//! A form of the online bank, sent by a logged-in person from a page of the same session.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use edge::{EdgeError, QueryList, read_form};

use super::OnlineBank;
use crate::{PageError, Site, comes_from_here, csrf};

/// The most bytes of a form: room for a pasted signature with its certificates.
pub const FORM_BYTES_MAX: usize = 256 * 1024;

/// A form of the online bank, to be taken as the last argument of a handler. Session, origin and the field `csrf` have
/// been checked when a handler sees it.
#[derive(Debug)]
pub struct OnlineBankForm {
    /// The session from which it was sent.
    pub bank: OnlineBank,
    pub(super) action: String,
    /// As it was sent.
    pub(super) text: String,
    fields: QueryList<PageError>,
}

impl<S: Send + Sync> FromRequest<S> for OnlineBankForm
where
    Site: FromRef<S>,
{
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<Self, PageError> {
        let (mut parts, body) = request.into_parts();
        let bank = OnlineBank::from_request_parts(&mut parts, state).await?;
        if !comes_from_here(&parts.headers, &bank.site.parts().address) {
            return Err(PageError::Foreign);
        }
        let action = parts.uri.path().to_owned();
        let body = read_form(Request::from_parts(parts, body), FORM_BYTES_MAX).await?;
        let text = std::str::from_utf8(&body).map_err(|_| EdgeError::malformed("The form is not UTF-8"))?;
        let form = Self { fields: QueryList::parse(text)?, text: text.to_owned(), action, bank };
        if !csrf::matches(form.field("csrf"), &form.bank.token.csrf) {
            return Err(PageError::Foreign);
        }
        Ok(form)
    }
}

impl OnlineBankForm {
    /// A field without the white space around it; empty when it is absent or was sent more than once.
    pub fn field<'f>(&'f self, name: &str) -> &'f str {
        match self.fields.repeated(name).as_slice() {
            [value] => value.trim(),
            _ => "",
        }
    }

    /// Returns every value of a field that may occur more than once, such as boxes that are ticked.
    pub fn all<'f>(&'f self, name: &str) -> Vec<&'f str> {
        self.fields.repeated(name)
    }
}
