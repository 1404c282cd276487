//! The way in: bytes to a document.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::document::Document;
use crate::guard;
use crate::limits::Limits;
use crate::schema::SchemaError;
use crate::schemas::{CURRENCY_CONTROL, PAYMENTS, Schemas};
use crate::validate::validate;
use crate::violation::{Violation, Violations};

/// Reads messages. Made once and shared: it is never changed by reading, and a clone shares its definitions.
#[derive(Debug, Clone)]
pub struct Reader {
    schemas: Arc<Schemas>,
    limits: Limits,
    family: Option<Arc<str>>,
}

/// Positions in a document are 32-bit numbers, and UTF-16 may grow by half when it is decoded.
const BYTES_MAX: usize = 1 << 30;
/// Room for 10,000 payments: a payment has some 30 elements and up to 3 KiB.
const PAYMENTS_BYTES_MAX: usize = 32 << 20;
const PAYMENTS_ELEMENTS_MAX: usize = 500_000;

/// The definitions of this crate, once they were asked for.
static OF_CURRENCY_CONTROL: OnceLock<Arc<Schemas>> = OnceLock::new();
static OF_PAYMENTS: OnceLock<Arc<Schemas>> = OnceLock::new();

impl Reader {
    /// Knows the messages of currency control: auth.024.001.01 to .04 and auth.027.001.01 to .04.
    pub fn new(limits: Limits) -> Result<Self, SchemaError> {
        Ok(Self::over(read_once(&OF_CURRENCY_CONTROL, &CURRENCY_CONTROL)?, limits))
    }

    /// Knows the messages of payments: pain.001.001.09, pain.002.001.10, camt.053.001.08 and camt.054.001.08. They have
    /// room for 10,000 payments, whatever the limits say.
    pub fn of_payments(limits: Limits) -> Result<Self, SchemaError> {
        let limits = Limits { bytes_max: PAYMENTS_BYTES_MAX, elements_max: PAYMENTS_ELEMENTS_MAX, ..limits };
        Ok(Self::over(read_once(&OF_PAYMENTS, &PAYMENTS)?, limits))
    }

    fn over(schemas: Arc<Schemas>, limits: Limits) -> Self {
        let limits = Limits {
            bytes_max: limits.bytes_max.min(BYTES_MAX),
            violations_max: limits.violations_max.max(1),
            ..limits
        };
        Self { schemas, limits, family: None }
    }

    /// Adds the profiles of a bank: every file of the folder that ends in `.xsd`. A file with the namespace of a known
    /// message takes its place.
    pub fn with_folder(self, folder: &Path) -> Result<Self, SchemaError> {
        let mut schemas = Schemas::loaded(&CURRENCY_CONTROL)?;
        schemas.add_folder(folder)?;
        Ok(Self { schemas: Arc::new(schemas), ..self })
    }

    /// Accepts the messages of one family alone, for example `auth.024` in all its versions.
    pub fn only(self, family: &str) -> Self {
        Self { family: Some(family.into()), ..self }
    }

    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn namespaces(&self) -> Vec<&str> {
        let family = self.family.as_deref();
        let accepted = self.schemas.all().filter(|schema| family.is_none_or(|family| schema.is_of(family)));
        accepted.map(|schema| schema.namespace.as_str()).collect()
    }

    /// Reads a document. `charset` is the encoding that the transport tells, the parameter of the Content-Type; it
    /// has to agree with the document.
    ///
    /// The time is proportional to the length of the document, about a millisecond for 100 KB in a release build.
    pub fn read(&self, bytes: &[u8], charset: Option<&str>) -> Result<Document, Violations> {
        self.read_family(bytes, charset, self.family.as_deref())
    }

    /// The same, for a message that need not be of the accepted family.
    pub(crate) fn read_family(
        &self,
        bytes: &[u8],
        charset: Option<&str>,
        family: Option<&str>,
    ) -> Result<Document, Violations> {
        let one = |violation: Violation| Violations::of(vec![violation]);
        let admitted = guard::admit(bytes, charset, &self.limits).map_err(one)?;
        validate(admitted.text, admitted.body, &self.schemas, family, &self.limits)
    }
}

/// Reads the definitions of this crate once: a process may hold many programs, one for each of its sandboxes.
fn read_once(known: &OnceLock<Arc<Schemas>>, files: &[(&str, &str)]) -> Result<Arc<Schemas>, SchemaError> {
    if let Some(schemas) = known.get() {
        return Ok(Arc::clone(schemas));
    }
    let schemas = Arc::new(Schemas::loaded(files)?);
    Ok(Arc::clone(known.get_or_init(|| schemas)))
}
