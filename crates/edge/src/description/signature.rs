//! Describes an operation by the signature of its handler: each extractor describes the parts of a request that it
//! reads, so that nothing is taken without a description, and nothing is described that is not taken.

use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Required};
use utoipa_axum::router::UtoipaMethodRouter;

use super::errors::{ErrorAnswer, add_own_answers};
use super::rendered::Schemas;

pub struct Description<'a> {
    operation: &'a mut Operation,
    schemas: &'a mut Schemas,
    errors: Vec<ErrorAnswer>,
}

kernel::debug_shows!(Description<'_> { operation_id: operation.operation_id, .. });

impl Description<'_> {
    pub fn parameters(&mut self, parameters: impl IntoIterator<Item = Parameter>) {
        let list = self.operation.parameters.get_or_insert_default();
        list.extend(parameters.into_iter().map(RefOr::T));
    }

    /// Adds a way to authenticate: all these security schemes together.
    pub fn authentication(&mut self, schemes: &[&str]) {
        let no_scopes: [String; 0] = [];
        let requirement = SecurityRequirement::default();
        let requirement = schemes.iter().fold(requirement, |all, scheme| all.add(*scheme, no_scopes.clone()));
        self.operation.security.get_or_insert_default().push(requirement);
    }

    /// Adds a schema that parameters refer to, with those that it refers to.
    pub fn schema<T: ToSchema>(&mut self) {
        self.schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(self.schemas);
    }

    /// Sets the body, unless the handler's annotation says more about it.
    pub fn body<B: ToSchema>(&mut self, media_type: &str) {
        self.schema::<B>();
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(B::name()))).build();
        let body = RequestBodyBuilder::new().content(media_type, content).required(Some(Required::True));
        self.operation.request_body.get_or_insert_with(|| RefOr::T(body.build()));
    }

    /// Adds an error of the area's own.
    pub fn error(&mut self, error: impl Into<ErrorAnswer>) {
        self.errors.push(error.into());
    }
}

/// Part of a handler's signature. It describes what its presence means for callers.
pub trait Described {
    /// Describes nothing, unless the part says otherwise.
    fn describe(_description: &mut Description<'_>) {}
}

/// A handler whose parts, `Parts`, describe its operation.
pub trait Signature<Parts> {
    /// Lets each part describe itself, in their order.
    fn describe(&self, description: &mut Description<'_>);
}

macro_rules! signatures {
    ($(($($part:ident),*))+) => {$(
        impl<Handler, Answer, $($part),*> Signature<($($part,)*)> for Handler
        where
            Handler: Fn($($part),*) -> Answer,
            $($part: Described,)*
        {
            fn describe(&self, _description: &mut Description<'_>) {
                $($part::describe(_description);)*
            }
        }
    )+};
}

signatures! {
    ()
    (A)
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, E)
    (A, B, C, D, E, F)
}

/// Completes the description of a handler's operation: what its signature says, and the errors of its area that it
/// answers with. Its name is that of the handler in camel case. For [`operation!`](crate::operation).
pub fn operation_of<S, P>(
    (mut schemas, mut paths, router): UtoipaMethodRouter<S>,
    handler: &impl Signature<P>,
    errors: Vec<ErrorAnswer>,
) -> UtoipaMethodRouter<S> {
    // One handler has one operation.
    let operation = paths.paths.values_mut().flat_map(super::operations_of).next();
    if let Some(operation) = operation {
        operation.operation_id = operation.operation_id.take().map(|name| camel_case(&name));
        let mut description = Description { operation, schemas: &mut schemas, errors: Vec::new() };
        handler.describe(&mut description);
        let mut all = errors;
        all.append(&mut description.errors);
        operation.security.get_or_insert_with(|| vec![SecurityRequirement::default()]);
        add_own_answers(operation, &mut schemas, all);
    }
    (schemas, paths, router)
}

/// `list_accounts` becomes `listAccounts`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let initial = letters.next().map(|letter| letter.to_ascii_uppercase());
        name + &initial.into_iter().chain(letters).collect::<String>()
    })
}

/// Routes a handler with `#[utoipa::path]`, and completes its description when somebody asks for it: [`operation_of`].
/// The [`ErrorExample`](crate::ErrorExample)s that it answers with follow the handler.
///
/// ```ignore
/// OperationList::new().routes(operation!(get::get_account, AccountsError::NOT_FOUND))
/// ```
#[macro_export]
macro_rules! operation {
    ($($part:ident)::+ $(, $error:expr)* $(,)?) => {
        $crate::RoutedOperation::new(
            $crate::utoipa_axum::routes!(@path [path()] of $($part)::+),
            $crate::on_methods(&$crate::utoipa_axum::routes!(@path [methods()] of $($part)::+), &$($part)::+),
            || {
                $crate::operation_of(
                    $crate::utoipa_axum::routes!($($part)::+),
                    &$($part)::+,
                    vec![$($crate::ErrorAnswer::from($error)),*],
                )
            },
        )
    };
}

#[cfg(test)]
mod tests;
