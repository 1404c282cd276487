//! Lets the extractors of this crate and of axum describe the operations that they are in.

use axum::extract::{RawQuery, Request, State};
use http::HeaderMap;
use utoipa::openapi::path::ParameterIn;
use utoipa::{IntoParams, ToSchema};

use super::signature::{Described, Description};
use super::{ACCESS_TOKEN_SCHEME, ID_TOKEN_SCHEME};
use crate::accept_language::AcceptLanguage;
use crate::extract::{AreaJson, AreaPath, Authenticated, IdentityAuthenticated};

impl<S> Described for State<S> {}
impl Described for HeaderMap {}
impl Described for RawQuery {}
impl Described for Request {}

impl<E> Described for Authenticated<E> {
    fn describe(description: &mut Description<'_>) {
        description.authentication(&[ACCESS_TOKEN_SCHEME, ID_TOKEN_SCHEME]);
    }
}

impl<E> Described for IdentityAuthenticated<E> {
    fn describe(description: &mut Description<'_>) {
        description.authentication(&[ID_TOKEN_SCHEME]);
        description.authentication(&[ACCESS_TOKEN_SCHEME, ID_TOKEN_SCHEME]);
    }
}

impl<E, T: IntoParams> Described for AreaPath<E, T> {
    fn describe(description: &mut Description<'_>) {
        description.parameters(T::into_params(|| Some(ParameterIn::Path)));
    }
}

impl Described for AcceptLanguage {
    fn describe(description: &mut Description<'_>) {
        description.parameters(Self::into_params(|| Some(ParameterIn::Header)));
    }
}

impl<E, T: ToSchema, const BYTES_MAX: usize> Described for AreaJson<E, T, BYTES_MAX> {
    fn describe(description: &mut Description<'_>) {
        description.body::<T>("application/json");
    }
}
