//! Whoever caused an entry: a fact of it, which its digest covers (ADR 55).

use audit::Actor;
use serde_json::json;

/// Everybody who caused an entry, each once: those of the company who signed, the system or the person of the bank that
/// told or decided. Nobody is the program itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Authors(Vec<Actor>);

impl Authors {
    /// The text of an entry: pairs of kind and identifier, a JSON array.
    pub(super) fn text(&self) -> Option<String> {
        let pairs: Vec<_> = self.0.iter().map(|actor| json!([actor.kind(), actor.id()])).collect();
        (!pairs.is_empty()).then(|| json!(pairs).to_string())
    }
}

impl FromIterator<Actor> for Authors {
    fn from_iter<I: IntoIterator<Item = Actor>>(actors: I) -> Self {
        let mut all = Vec::new();
        for actor in actors {
            if actor != Actor::System && !all.contains(&actor) {
                all.push(actor);
            }
        }
        Self(all)
    }
}

impl From<Actor> for Authors {
    fn from(actor: Actor) -> Self {
        Self::from_iter([actor])
    }
}

/// An author as the journal names it, by the kinds of the trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryAuthor {
    /// `USER`, `CLIENT`, `OPERATOR`, `BANK_SYSTEM`, or `SYSTEM` for the program itself.
    pub kind: String,
    /// The identifier within the kind; the program has none.
    pub id: Option<String>,
}

impl EntryAuthor {
    pub(super) fn all_of(text: Option<&str>) -> serde_json::Result<Vec<Self>> {
        let Some(text) = text else {
            return Ok(vec![Self { kind: Actor::System.kind().to_owned(), id: None }]);
        };
        let pairs: Vec<(String, Option<String>)> = serde_json::from_str(text)?;
        Ok(pairs.into_iter().map(|(kind, id)| Self { kind, id }).collect())
    }
}
