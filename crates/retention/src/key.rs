//! Keys of rows.

use store::Value;

/// The values by which the rows of one thing are found, in the order of the parameters of its table's texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub Vec<Value>);

impl AsRef<[Value]> for Key {
    fn as_ref(&self) -> &[Value] {
        &self.0
    }
}
