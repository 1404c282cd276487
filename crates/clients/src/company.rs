//! Companies, the clients of the bank.

use kernel::{Cnum, CompanyGroupId, Inn, Kpp};

use crate::SignatureScheme;
use crate::text_enum::text_enum;

text_enum! {
    /// Whether the bank serves a company.
    CompanyStatus {
        /// The bank serves it.
        Open = "OPEN",
        /// It is no client any more; what it had can still be read.
        Closed = "CLOSED",
    }
}

/// A company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    /// The client number.
    pub cnum: Cnum,
    /// The name in Russian.
    pub name_ru: String,
    /// The name in Latin letters.
    pub name_en: String,
    /// The taxpayer number.
    pub inn: Inn,
    /// The reason code of the tax registration; entrepreneurs have none.
    pub kpp: Option<Kpp>,
    /// The group whose companies may see each other; `None` when it stands alone.
    pub group: Option<CompanyGroupId>,
    /// Which signatures a document of the company needs.
    pub signature_scheme: SignatureScheme,
    /// Whether the bank serves it.
    pub status: CompanyStatus,
}
