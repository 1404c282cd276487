//! `company_groups` and `companies`.

use std::collections::BTreeSet;

use import::{
    Chunks, ImportContext, ImportFile, ImportRow, Look, Outcomes, Reference, RowError, RowOutcome, RowResult,
    RowSlice, TableImporter, Taking, columns, upsert,
};
use kernel::CompanyGroupId;
use store::{Result, Tx, params};

use super::{NAME_CHARACTERS_MAX, outcome};
use crate::store::queries::{
    COMPANIES_BY_GROUP, COMPANIES_BY_INN, COMPANIES_LISTED, COMPANY_BY_CNUM, GROUP_INSERT, GROUP_STORED,
    GROUP_UPDATE, GROUPS_LISTED,
};
use crate::store::registry;
use crate::{Company, CompanyStatus};

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
            stored: Some(&COMPANY_BY_CNUM),
            listed: Some(&COMPANIES_LISTED),
            found_by: const { &[("inn", &COMPANIES_BY_INN), ("group_id", &COMPANIES_BY_GROUP)] },
            look: Some(Look {
                references: const { &[Reference::to("company_groups", "group_id")] },
                holds_alone: false,
            }),
            chunks: Some(Chunks::new("companies", "cnum")),
            columns: columns! {
                cnum, name_ru, name_en, inn, kpp = optional, group_id = optional, signature_scheme,
                status = optional,
            },
            ..ImportFile::new("companies", "company", &["cnum"])
        }
    }

    fn take(&self, tx: &mut Tx, slice: RowSlice<'_>) -> Result<Outcomes> {
        let RowSlice { rows, taking, .. } = slice;
        let read: Vec<Result<Company, RowError>> = rows.iter().map(read).collect();
        let cnums: Vec<&str> = read.iter().flatten().map(|company| company.cnum.as_str()).collect();
        let present = registry::companies_by_cnum(tx, &cnums)?;
        let named: BTreeSet<&str> = read
            .iter()
            .flatten()
            .filter_map(|company| company.group.as_ref())
            .map(CompanyGroupId::as_str)
            .collect();
        let mut groups = registry::existing_groups(tx, &named)?;
        let ahead = named.into_iter().filter(|group| taking.ahead("company_groups", group).is_some());
        groups.extend(ahead.map(str::to_owned));
        let judge = |company: Company| match &company.group {
            Some(group) if !groups.contains(group.as_str()) => {
                Err(RowError::new("group_id", format!("there is no group {group}")))
            }
            _ => Ok((outcome(present.get(company.cnum.as_str()), &company), company)),
        };
        let judged: Vec<Result<(RowOutcome, Company), RowError>> =
            read.into_iter().map(|company| company.and_then(judge)).collect();
        if !matches!(taking, Taking::Check(_)) {
            let of = |wanted| judged.iter().flatten().filter(move |one| one.0 == wanted).map(|one| &one.1);
            let new: Vec<&Company> = of(RowOutcome::Created).collect();
            registry::keep_companies(tx, &new, &of(RowOutcome::Changed).collect::<Vec<_>>())?;
        }
        Ok(judged.into_iter().map(|judged| judged.map(|one| one.0)).collect())
    }
}

fn read(row: &ImportRow) -> Result<Company, RowError> {
    Ok(Company {
        cnum: row.parse("cnum")?,
        name_ru: row.checked_text("name_ru", NAME_CHARACTERS_MAX)?.to_owned(),
        name_en: row.checked_text("name_en", NAME_CHARACTERS_MAX)?.to_owned(),
        inn: row.parse("inn")?,
        kpp: row.optional_parse("kpp")?,
        group: row.optional_parse("group_id")?,
        signature_scheme: row.parse("signature_scheme")?,
        status: row.optional_parse("status")?.unwrap_or(CompanyStatus::Open),
    })
}
