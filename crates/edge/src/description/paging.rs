//! Part of a list that a request asks for. The specification has three conventions; a list declares its own once, and
//! is read and described by it.

use std::marker::PhantomData;

use serde_json::json;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{KnownFormat, Required, SchemaFormat};

use super::DescribedError;
use super::errors::ErrorExample;
use super::query::FromQuery;
use super::signature::Description;
use crate::error::AreaError;
use crate::extract::{QueryList, out_of_range};

/// The usual size of a page, for the examples of descriptions.
const USUAL: i32 = 10;

/// List of which a request asks for a part.
pub trait Paged {
    /// The way in which it does.
    const PAGING: Paging;
}

/// Way in which requests ask for a part of a list. Numbers are int32; others are refused, never clamped (GEN-07).
#[derive(Clone, Copy, Debug)]
pub struct Paging {
    names: Names,
    things: &'static str,
    most: i32,
    absent: Absent,
}

/// Names of the two parameters.
#[derive(Clone, Copy, Debug)]
enum Names {
    OffsetLimit,
    PageSize,
}

/// Meaning of a request that does not say how much it wants.
#[derive(Clone, Copy, Debug)]
pub enum Absent {
    /// It is refused, and so is a request that does not say where the part begins.
    Refused,
    /// It wants as many.
    Means(i32),
    /// It wants the whole list, which never has more.
    Whole(i32),
}

impl Paging {
    /// Asks with `offset`, from 0, and `limit`, from 1 to `most`. `things` names what is listed in the plural.
    pub const fn by_offset(things: &'static str, most: i32, absent: Absent) -> Self {
        Self { names: Names::OffsetLimit, things, most, absent }
    }

    /// Asks with `page`, from 0, and `size`, from 1 to `most`. `things` names what is listed in the plural.
    pub const fn by_page(things: &'static str, most: i32, absent: Absent) -> Self {
        Self { names: Names::PageSize, things, most, absent }
    }

    /// Names the parameters: where the part begins, and how much it holds.
    const fn names(&self) -> (&'static str, &'static str) {
        match self.names {
            Names::OffsetLimit => ("offset", "limit"),
            Names::PageSize => ("page", "size"),
        }
    }

    /// Names the error of a part that cannot be had, and says when it comes.
    const fn refused(&self) -> (&'static str, &'static str) {
        match self.names {
            Names::OffsetLimit => ("limitOutOfRange", "`offset` or `limit` is out of range."),
            Names::PageSize => ("sizeOutOfRange", "`page` or `size` is out of range."),
        }
    }

    fn described(&self) -> Vec<Parameter> {
        let ((start, count), things) = (self.names(), self.things);
        let begins = match self.names {
            Names::OffsetLimit => format!("The number of {things} to pass over."),
            Names::PageSize => "Number of the page, from 0.".to_owned(),
        };
        let (is_required, first, default, end) = match self.absent {
            Absent::Refused => (Required::True, None, None, "."),
            Absent::Means(number) => (Required::False, Some(0), Some(number), "."),
            Absent::Whole(_) => (Required::False, Some(0), None, "; all when absent."),
        };
        let holds = format!("The most {things} of the answer{end}");
        let parameter =
            |name: &str, text: String, (low, high): (i32, i32), default: Option<i32>, example: i32| {
                let schema = ObjectBuilder::new()
                    .schema_type(Type::Integer)
                    .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
                    .minimum(Some(low))
                    .maximum(Some(high))
                    .default(default.map(Into::into));
                ParameterBuilder::new()
                    .name(name)
                    .parameter_in(ParameterIn::Query)
                    .description(Some(text))
                    .required(is_required.clone())
                    .schema(Some(schema))
                    .example(Some(json!(example)))
                    .build()
            };
        vec![
            parameter(start, begins, (0, i32::MAX), first, 0),
            parameter(count, holds, (1, self.most), default, default.unwrap_or(USUAL)),
        ]
    }
}

/// Part of the list `L` that a request asks for; for descriptions, its two parameters.
#[derive(Clone, Copy, Debug)]
pub struct PageOf<L> {
    /// Things to pass over, or the number of the page, as it was asked; 0 or more.
    pub start: i32,
    /// The most things that are wanted, 1 or more.
    pub most: i32,
    list: PhantomData<L>,
}

impl<L: Paged> PageOf<L> {
    /// Reads the part from the query.
    ///
    /// # Errors
    /// [`EdgeError::Malformed`](crate::EdgeError::Malformed) when a parameter occurs twice, is no int32, is out of
    /// range, or is required and absent.
    pub fn read<E: AreaError>(query: &QueryList<E>) -> Result<Self, E> {
        Self::read_naming(query, |error, _| error)
    }

    /// Does the same; `named` completes the error of the parameter with this name.
    pub fn read_naming<E: AreaError>(
        query: &QueryList<E>,
        named: impl Fn(E, &'static str) -> E,
    ) -> Result<Self, E> {
        let paging = L::PAGING;
        let (start, count) = paging.names();
        let read = |name, range, absent: Option<i32>| match absent {
            None => query.required_int32(name, range).map_err(|error| named(error, name)),
            Some(number) => {
                let read = query.int32(name, range).map_err(|error| named(error, name))?;
                Ok(read.unwrap_or(number))
            }
        };
        let (first, all) = match paging.absent {
            Absent::Refused => (None, None),
            Absent::Means(number) | Absent::Whole(number) => (Some(0), Some(number)),
        };
        let start = read(start, 0..=i32::MAX, first)?;
        Ok(Self { start, most: read(count, 1..=paging.most, all)?, list: PhantomData })
    }
}

impl<L: Paged> IntoParams for PageOf<L> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        L::PAGING.described()
    }
}

impl<E: DescribedError, L: Paged> FromQuery<E> for PageOf<L> {
    fn from_query(query: &QueryList<E>) -> Result<Self, E> {
        Self::read(query)
    }

    fn describe(description: &mut Description<'_>) {
        description.query::<Self>();
        let (name, when) = L::PAGING.refused();
        description.error(ErrorExample::<E>::new(name, when, || {
            let Paging { most, .. } = L::PAGING;
            let (_, count) = L::PAGING.names();
            out_of_range(count, 1..=most, &most.saturating_add(1).to_string()).into()
        }));
    }
}
