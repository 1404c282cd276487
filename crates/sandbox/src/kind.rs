//! The mark of a database.

use store::{Store, Tx};

use crate::SandboxError;
use crate::store as rows;

/// The organisation in the certificates of a sandbox's own authority. A live database refuses an authority with this
/// name, and a sandbox refuses every other.
pub const ORGANISATION: &str = "Clientbank sandbox";

kernel::text_enum! {
    /// The two kinds of databases, by the words in them. A database has one of them for as long as it lives.
    pub enum DatabaseKind {
        Live = "LIVE",
        Sandbox = "SANDBOX",
    }
}

impl DatabaseKind {
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::Live => "a bank's own",
            Self::Sandbox => "a sandbox",
        }
    }
}

/// Marks an empty database as of the kind `wanted`; one that is marked must be of it.
pub async fn claim(store: &Store, wanted: DatabaseKind) -> Result<(), SandboxError> {
    let found = store
        .write("sandbox.claim", move |tx: &mut Tx| match rows::kind(tx)? {
            Some(found) => Ok::<_, SandboxError>(found),
            None => rows::mark(tx, wanted).map(|()| wanted),
        })
        .await?;
    if found == wanted { Ok(()) } else { Err(SandboxError::OtherKind { found, wanted }) }
}

/// Reads the mark of a database in a unit of work.
pub fn kind_in(tx: &mut Tx) -> Result<Option<DatabaseKind>, SandboxError> {
    rows::kind(tx)
}

/// Reads the mark of a database, if it has one.
pub async fn kind_of(store: &Store) -> Result<Option<DatabaseKind>, SandboxError> {
    store.read("sandbox.kind", rows::kind).await
}
