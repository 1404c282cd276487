//! Companies, the clients of the bank.

use kernel::{Cnum, CompanyGroupId, Inn, Kpp, Language, text_enum};

use crate::SignatureScheme;

text_enum! {
    /// The bank's service for a company: given or ended.
    pub enum CompanyStatus {
        Open = "OPEN",
        /// It is no client any more; its past can still be read.
        Closed = "CLOSED",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    pub cnum: Cnum,
    pub name_ru: String,
    /// The name in Latin letters.
    pub name_en: String,
    pub inn: Inn,
    /// The reason code of the tax registration; entrepreneurs have none.
    pub kpp: Option<Kpp>,
    /// The group whose companies may see each other; `None` for a company alone.
    pub group: Option<CompanyGroupId>,
    pub signature_scheme: SignatureScheme,
    pub status: CompanyStatus,
}

impl Company {
    pub fn name(&self, language: Language) -> &str {
        language.pick(&self.name_ru, &self.name_en)
    }
}
