//! The templates of a bank: a folder with one folder per version.
//!
//! `v1000/change_request.ru.html`, `v1000/change_request.en.html`, `v1000/cancel_request.ru.html` and
//! `v1000/cancel_request.en.html`. Every template is filled, read back and set as PDF before the program begins to
//! serve: a template that fails does so at the start, and not when a client asks for a document.

use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use clients::{Company, CompanyStatus};
use jiff::civil::Date;
use kernel::{Instant, Language, Money, Translated};
use thiserror::Error;
use uuid::Uuid;

use super::template::{BANK_VERSION_MIN, TemplateError, Templates};
use super::typeset::{Imprint, print};
use super::{DocumentFacts, RequestedChange};
use crate::plan::{CurrentPlan, Fee, FeeSection, FutureChange, PlanCode, PlanStatus, TariffPlan};
use crate::request::DocumentType;

const VERSIONS_MAX: usize = 64;
const TEMPLATE_BYTES_MAX: u64 = 256 * 1024;

#[derive(Debug, Error)]
#[error("{file}: {reason}")]
pub struct FolderError {
    /// The file, or the folder.
    pub file: String,
    pub reason: String,
}

impl FolderError {
    fn new(path: &Path, reason: &dyn Display) -> Self {
        Self { file: path.display().to_string(), reason: reason.to_string() }
    }
}

impl Templates {
    /// Adds the versions of a bank's folder. New requests are made with the last of them; those that exist keep their
    /// documents.
    ///
    /// # Errors
    /// The folder or a file cannot be read, a version is incomplete or one of the program's, or a template makes no
    /// document.
    pub fn with_folder(mut self, folder: &Path) -> Result<Self, FolderError> {
        for version in versions(folder)? {
            let inside = folder.join(format!("v{version}"));
            for kind in DocumentType::ALL {
                for language in Language::ALL {
                    let path = inside.join(format!("{}.{}.html", stem(kind), language.tag()));
                    let wrong = |error: &TemplateError| FolderError::new(&path, error);
                    self.add(version, kind, language, text(&path)?).map_err(|error| wrong(&error))?;
                    self.try_out(version, kind, language).map_err(|error| wrong(&error))?;
                }
            }
        }
        Ok(self)
    }

    /// Makes a document of the template with everything that may be there, and one without what may be missing.
    fn try_out(&self, version: i32, kind: DocumentType, language: Language) -> Result<(), TemplateError> {
        for is_complete in [true, false] {
            let facts = specimen(kind, language, is_complete)?;
            let html = self.render(version, &facts)?;
            let imprint = Imprint {
                language,
                bank_name: &facts.bank_name,
                uid: Uuid::nil(),
                number: 1,
                created_at: Instant::from_unix_seconds(0),
            };
            print(&html, imprint)?;
        }
        Ok(())
    }
}

fn versions(folder: &Path) -> Result<Vec<i32>, FolderError> {
    let mut versions = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| FolderError::new(folder, &error))? {
        let path = entry.map_err(|error| FolderError::new(folder, &error))?.path();
        if !path.is_dir() {
            continue;
        }
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let version = name.strip_prefix('v').and_then(|number| number.parse::<i32>().ok());
        let version = version.filter(|version| *version >= BANK_VERSION_MIN && name == format!("v{version}"));
        let unusable = || {
            FolderError::new(&path, &format!("is not called v{BANK_VERSION_MIN} or v with a greater number"))
        };
        versions.push(version.ok_or_else(unusable)?);
        if versions.len() > VERSIONS_MAX {
            return Err(FolderError::new(folder, &format!("has more than {VERSIONS_MAX} versions")));
        }
    }
    versions.sort_unstable();
    Ok(versions)
}

fn text(path: &Path) -> Result<String, FolderError> {
    let bytes = fs::metadata(path).map_err(|error| FolderError::new(path, &error))?.len();
    if bytes > TEMPLATE_BYTES_MAX {
        return Err(FolderError::new(path, &format!("is longer than {TEMPLATE_BYTES_MAX} bytes")));
    }
    fs::read_to_string(path).map_err(|error| FolderError::new(path, &error))
}

const fn stem(kind: DocumentType) -> &'static str {
    match kind {
        DocumentType::Change => "change_request",
        DocumentType::CancelFutureChange => "cancel_request",
    }
}

fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, TemplateError> {
    text.parse().map_err(|error: T::Err| TemplateError(error.to_string()))
}

/// Makes the facts with which a template is tried out; incomplete ones lack all that a client may lack.
fn specimen(
    kind: DocumentType,
    language: Language,
    is_complete: bool,
) -> Result<DocumentFacts, TemplateError> {
    let both = || Translated { russian: "Образец".to_owned(), english: "Specimen".to_owned() };
    let code: PlanCode = parsed("SPECIMEN")?;
    let section = FeeSection { title: both(), fees: vec![Fee { service: both(), price: both() }] };
    let current_plan =
        CurrentPlan { code: code.clone(), public_name: both(), since: Date::constant(2026, 1, 1) };
    let asked = match kind {
        DocumentType::Change => RequestedChange::Change(TariffPlan {
            code,
            name: "SPECIMEN".to_owned(),
            public_name: both(),
            summary: both(),
            monthly_fee: Money::from_minor(100),
            status: PlanStatus::Offered,
            sections: if is_complete { vec![section] } else { Vec::new() },
        }),
        DocumentType::CancelFutureChange => RequestedChange::Cancel(FutureChange {
            id: 1,
            plan_code: code,
            plan_name: "SPECIMEN".to_owned(),
            public_name: both(),
            effective_from: Date::constant(2026, 1, 1),
        }),
    };
    let kpp = parsed("770701001")?;
    Ok(DocumentFacts {
        language,
        bank_name: "Банк".to_owned(),
        company: Company {
            cnum: parsed("C00001")?,
            name_ru: "Образец".to_owned(),
            name_en: "Specimen".to_owned(),
            inn: parsed("7707123458")?,
            kpp: is_complete.then_some(kpp),
            group: None,
            signature_scheme: parsed("FIRST=1")?,
            status: CompanyStatus::Open,
        },
        current_plan: is_complete.then_some(current_plan),
        asked,
        date: Date::constant(2026, 1, 1),
        identity: (is_complete || kind == DocumentType::CancelFutureChange).then_some((1, Uuid::nil())),
    })
}
