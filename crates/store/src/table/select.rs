//! Statements whose rows are read as values by the places of their columns.

use std::collections::HashMap;

use super::FromRow;
use crate::{Column, Query, Result, Row, Store, Tx, Value};

impl Row {
    /// Reads the columns with which the row begins.
    pub fn read<'row, T: FromRow<'row>>(&'row self) -> Result<T> {
        T::read_at(self, 0)
    }

    /// Reads all columns of the row.
    fn whole<'row, T: FromRow<'row>>(&'row self) -> Result<T> {
        let columns = self.columns();
        if columns == T::COLUMNS {
            return self.read();
        }
        Err(self.inconsistency_at(T::COLUMNS, format_args!("{} of {columns} columns are read", T::COLUMNS)))
    }
}

impl Tx {
    /// Returns the rows of `query`, as values of all their columns.
    ///
    /// # Errors
    /// As [`Tx::query`], and [`crate::StoreError::Inconsistency`] when a value has not as many columns as the
    /// statement.
    pub fn select<T>(&mut self, query: &'static Query, parameters: Vec<Value>) -> Result<Vec<T>>
    where
        T: for<'row> FromRow<'row>,
    {
        self.query(query, parameters)?.iter().map(Row::whole).collect()
    }

    /// Returns the row of `query` like [`Tx::select`], if any.
    pub fn select_optional<T>(&mut self, query: &'static Query, parameters: Vec<Value>) -> Result<Option<T>>
    where
        T: for<'row> FromRow<'row>,
    {
        self.query_optional(query, parameters)?.as_ref().map(Row::whole).transpose()
    }

    /// Returns the row of `query` like [`Tx::select`].
    pub fn select_one<T>(&mut self, query: &'static Query, parameters: Vec<Value>) -> Result<T>
    where
        T: for<'row> FromRow<'row>,
    {
        self.query_one(query, parameters)?.whole()
    }

    /// Returns what [`Tx::query_bulk`] finds like [`Tx::select`].
    pub fn select_bulk<T>(&mut self, query: &'static Query, columns: &[Column<'_>]) -> Result<Vec<(usize, T)>>
    where
        T: for<'row> FromRow<'row>,
    {
        self.query_bulk(query, columns)?.iter().map(|(place, row)| Ok((*place, row.whole()?))).collect()
    }

    /// Runs a reading of one text for each of `names`, and returns by name the last row that each of them finds.
    pub fn query_by_name<'n>(
        &mut self,
        query: &'static Query,
        names: impl IntoIterator<Item = &'n &'n str>,
    ) -> Result<HashMap<String, Row>> {
        let names: Vec<&str> = names.into_iter().copied().collect();
        if names.is_empty() {
            return Ok(HashMap::new());
        }
        let with_name = |(place, row): (usize, Row)| Some(((*names.get(place)?).to_owned(), row));
        Ok(self.query_bulk(query, &[Column::Texts(&names)])?.into_iter().filter_map(with_name).collect())
    }

    /// Returns what [`Tx::query_by_name`] finds like [`Tx::select`].
    pub fn select_by_name<'n, T>(
        &mut self,
        query: &'static Query,
        names: impl IntoIterator<Item = &'n &'n str>,
    ) -> Result<HashMap<String, T>>
    where
        T: for<'row> FromRow<'row>,
    {
        let rows = self.query_by_name(query, names)?;
        rows.into_iter().map(|(name, row)| Ok((name, row.whole()?))).collect()
    }
}

impl Store {
    /// Returns the rows of one short reading statement like [`Tx::select`].
    pub async fn select<T>(&self, query: &'static Query, parameters: Vec<Value>) -> Result<Vec<T>>
    where
        T: for<'row> FromRow<'row>,
    {
        self.query(query, parameters).await?.iter().map(Row::whole).collect()
    }

    /// Returns the row of one short reading statement like [`Tx::select`], if any.
    pub async fn select_optional<T>(&self, query: &'static Query, parameters: Vec<Value>) -> Result<Option<T>>
    where
        T: for<'row> FromRow<'row>,
    {
        self.query_optional(query, parameters).await?.as_ref().map(Row::whole).transpose()
    }
}

#[cfg(test)]
mod tests;
