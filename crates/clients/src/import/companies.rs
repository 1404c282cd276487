//! `company_groups` and `companies`.

use import::{ImportContext, ImportFile, ImportRow, RowError, RowResult, TableImporter, columns, upsert};
use kernel::{Cnum, CompanyGroupId, Inn, Kpp};
use store::{Tx, params};

use super::NAME_CHARACTERS_MAX;
use crate::store::queries::{
    COMPANIES_BY_GROUP, COMPANIES_BY_INN, COMPANIES_LISTED, COMPANY_INSERT, COMPANY_STORED, COMPANY_UPDATE,
    GROUP_BY_ID, GROUP_INSERT, GROUP_STORED, GROUP_UPDATE, GROUPS_LISTED,
};
use crate::{CompanyStatus, SignatureScheme};

pub(crate) struct CompanyGroupsFile;

impl TableImporter for CompanyGroupsFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&GROUP_STORED),
            listed: Some(&GROUPS_LISTED),
            columns: columns! { group_id, name },
            ..ImportFile::new("company_groups", "company_group", &["group_id"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _context: &ImportContext<'_>) -> RowResult {
        let group: CompanyGroupId = row.parse("group_id")?;
        let name = row.checked_text("name", NAME_CHARACTERS_MAX)?;
        Ok(upsert(tx, &GROUP_INSERT, &GROUP_UPDATE, &params![group, name])?)
    }
}

pub(crate) struct CompaniesFile;

impl TableImporter for CompaniesFile {
    fn file(&self) -> ImportFile {
        ImportFile {
            stored: Some(&COMPANY_STORED),
            listed: Some(&COMPANIES_LISTED),
            found_by: const { &[("inn", &COMPANIES_BY_INN), ("group_id", &COMPANIES_BY_GROUP)] },
            columns: columns! {
                cnum, name_ru, name_en, inn, kpp = optional, group_id = optional, signature_scheme,
                status = optional,
            },
            ..ImportFile::new("companies", "company", &["cnum"])
        }
    }

    fn apply(&self, tx: &mut Tx, row: &ImportRow, _context: &ImportContext<'_>) -> RowResult {
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
