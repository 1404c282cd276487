//! `company_groups` and `companies`.

use import::{Column, ImportContext, ImportRow, RowError, RowOutcome, TableImporter, upsert};
use kernel::{Cnum, CompanyGroupId, Inn, Kpp};
use store::{Query, Tx, params};

use super::NAME_CHARACTERS_MAX;
use crate::store::queries::{
    COMPANIES_BY_GROUP, COMPANIES_BY_INN, COMPANIES_LISTED, COMPANY_INSERT, COMPANY_STORED, COMPANY_UPDATE,
    GROUP_BY_ID, GROUP_INSERT, GROUP_STORED, GROUP_UPDATE, GROUPS_LISTED,
};
use crate::{CompanyStatus, SignatureScheme};

/// Takes `company_groups`.
pub(crate) struct CompanyGroupsFile;

impl TableImporter for CompanyGroupsFile {
    fn file_stem(&self) -> &'static str {
        "company_groups"
    }

    fn columns(&self) -> &'static [Column] {
        const { &[Column::required("group_id"), Column::required("name")] }
    }

    fn key(&self) -> &'static [&'static str] {
        &["group_id"]
    }

    fn object(&self) -> &'static str {
        "company_group"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&GROUP_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&GROUPS_LISTED)
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        _context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
        let group: CompanyGroupId = row.parse("group_id")?;
        let name = row.checked_text("name", NAME_CHARACTERS_MAX)?;
        Ok(upsert(tx, &GROUP_INSERT, &GROUP_UPDATE, &params![group, name])?)
    }
}

/// Takes `companies`.
pub(crate) struct CompaniesFile;

impl TableImporter for CompaniesFile {
    fn file_stem(&self) -> &'static str {
        "companies"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::required("cnum"),
                Column::required("name_ru"),
                Column::required("name_en"),
                Column::required("inn"),
                Column::optional("kpp"),
                Column::optional("group_id"),
                Column::required("signature_scheme"),
                Column::optional("status"),
            ]
        }
    }

    fn key(&self) -> &'static [&'static str] {
        &["cnum"]
    }

    fn object(&self) -> &'static str {
        "company"
    }

    fn stored(&self) -> Option<&'static Query> {
        Some(&COMPANY_STORED)
    }

    fn listed(&self) -> Option<&'static Query> {
        Some(&COMPANIES_LISTED)
    }

    fn found_by(&self) -> &'static [(&'static str, &'static Query)] {
        static FOUND_BY: [(&str, &Query); 2] =
            [("inn", &COMPANIES_BY_INN), ("group_id", &COMPANIES_BY_GROUP)];
        &FOUND_BY
    }

    fn apply(
        &self,
        tx: &mut Tx,
        row: &ImportRow,
        _context: &ImportContext<'_>,
    ) -> Result<RowOutcome, RowError> {
        let group: Option<CompanyGroupId> = row.optional_parse("group_id")?;
        let values = params![
            row.parse::<Cnum>("cnum")?,
            row.checked_text("name_ru", NAME_CHARACTERS_MAX)?,
            row.checked_text("name_en", NAME_CHARACTERS_MAX)?,
            row.parse::<Inn>("inn")?,
            row.optional_parse::<Kpp>("kpp")?,
            group.as_ref(),
            row.parse::<SignatureScheme>("signature_scheme")?.to_string(),
            row.optional_parse("status")?.unwrap_or(CompanyStatus::Open).as_str(),
        ];
        if let Some(group) = group
            && tx.query_optional(&GROUP_BY_ID, params![&group])?.is_none()
        {
            return Err(RowError::new("group_id", format!("there is no group {group}")));
        }
        Ok(upsert(tx, &COMPANY_INSERT, &COMPANY_UPDATE, &values)?)
    }
}
