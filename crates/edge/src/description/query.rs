//! Parameters of the query that are read and described by one type.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use http::request::Parts;
use utoipa::IntoParams;
use utoipa::openapi::path::ParameterIn;

use super::signature::{Described, Description};
use crate::error::AreaError;
use crate::extract::QueryList;

/// Part of a query: parameters that are read together.
pub trait FromQuery<E: AreaError>: Sized {
    fn from_query(query: &QueryList<E>) -> Result<Self, E>;

    /// Describes the parameters, and the errors that are theirs alone.
    fn describe(description: &mut Description<'_>);
}

impl<E: AreaError, A: FromQuery<E>, B: FromQuery<E>> FromQuery<E> for (A, B) {
    fn from_query(query: &QueryList<E>) -> Result<Self, E> {
        Ok((A::from_query(query)?, B::from_query(query)?))
    }

    fn describe(description: &mut Description<'_>) {
        A::describe(description);
        B::describe(description);
    }
}

/// The query's parameters as `Q`, for example a page and a filter in a pair.
#[derive(Debug)]
pub struct AreaQuery<E, Q>(pub Q, pub PhantomData<fn() -> E>);

impl<E: AreaError, Q: FromQuery<E>, S: Send + Sync> FromRequestParts<S> for AreaQuery<E, Q> {
    type Rejection = E;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, E> {
        let query = QueryList::<E>::parse(parts.uri.query().unwrap_or_default())?;
        Ok(Self(Q::from_query(&query)?, PhantomData))
    }
}

impl<E: AreaError, Q: FromQuery<E>> Described for AreaQuery<E, Q> {
    fn describe(description: &mut Description<'_>) {
        Q::describe(description);
    }
}

impl Description<'_> {
    pub fn query<Q: IntoParams>(&mut self) {
        self.parameters(Q::into_params(|| Some(ParameterIn::Query)));
    }
}
