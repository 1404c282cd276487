//! The limits of a document.

/// Limits of one document. Each is counted while reading, so a document that exceeds one is refused at that position
/// and nothing after it is looked at. The defaults are the bank's limits for messages of its clients (CTC-06).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest document as received, in bytes.
    pub bytes_max: usize,
    /// The deepest nesting of elements; the root has depth 1.
    pub depth_max: usize,
    /// The most attributes of one element, namespace declarations included.
    pub attributes_max: usize,
    /// The most namespace declarations in force at one place.
    pub namespaces_max: usize,
    /// The longest name with its prefix, in bytes of UTF-8.
    pub name_bytes_max: usize,
    pub elements_max: usize,
    /// The most violations; at that number reading stops.
    pub violations_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes_max: 5 * 1024 * 1024,
            depth_max: 64,
            attributes_max: 64,
            namespaces_max: 64,
            name_bytes_max: 128,
            elements_max: 500_000,
            violations_max: 50,
        }
    }
}
