//! The fonts: PT Sans by `ParaType`, Latin and Cyrillic, bundled unmodified under its licence (`fonts/LICENSE.txt`).

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use krilla::text::Font;
use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, FontInfo, SourceCache};

/// The family's name inside of the files.
pub(crate) const FAMILY: &str = "PT Sans";
/// The replacement for a character that cannot be set.
const REPLACEMENT: char = '?';

static REGULAR: &[u8] = include_bytes!("../fonts/PTSans-Regular.ttf");
static BOLD: &[u8] = include_bytes!("../fonts/PTSans-Bold.ttf");
/// The files, each with its table of characters.
static FACES: LazyLock<Faces> = LazyLock::new(Faces::new);

/// One of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    Regular,
    Bold,
}

struct Faces {
    context: FontContext,
    /// Each file's bytes and its map from characters to glyphs.
    files: Vec<(&'static [u8], FontInfo)>,
}

impl Faces {
    fn new() -> Self {
        let options = CollectionOptions { shared: false, system_fonts: false };
        let mut collection = Collection::new(options);
        let mut files = Vec::new();
        for file in [REGULAR, BOLD] {
            let registered = collection.register_fonts(Blob::new(Arc::new(file)), None);
            files.extend(registered.into_iter().flat_map(|(_, fonts)| fonts).map(|font| (file, font)));
        }
        Self { context: FontContext { collection, source_cache: SourceCache::default() }, files }
    }
}

pub(crate) fn context() -> FontContext {
    FACES.context.clone()
}

/// The font as it is embedded; nothing when the file is broken.
pub(crate) fn embedded(face: Face) -> Option<Font> {
    let file: &'static [u8] = match face {
        Face::Regular => REGULAR,
        Face::Bold => BOLD,
    };
    Font::new(file.to_vec().into(), 0)
}

/// The first character of `text` that cannot be set.
pub(crate) fn unfit(text: &str) -> Option<char> {
    text.chars().find(|character| !is_fit(*character))
}

/// Tells whether the character is text that both files have.
fn is_fit(character: char) -> bool {
    let is_text = match character {
        '\n' | ' '..='~' => return true,
        // A soft hyphen, a mark of byte order, and the characters for private use.
        '\u{ad}' | '\u{feff}' | '\u{e000}'..='\u{f8ff}' => false,
        character => !character.is_control(),
    };
    is_text
        && FACES.files.iter().all(|(file, font)| {
            let glyph = font.charmap_index().charmap(file).and_then(|map| map.map(character));
            glyph.is_some_and(|glyph| glyph != 0)
        })
}

/// Replaces characters that cannot be set: line ends become line feeds, a tabulator a blank, any other such character
/// a question mark. For texts of people, such as names.
pub fn plain(text: &str) -> Cow<'_, str> {
    if unfit(text).is_none() {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    let replaced = |character| match character {
        '\r' | '\u{2028}' | '\u{2029}' => '\n',
        '\t' => ' ',
        character if is_fit(character) => character,
        _ => REPLACEMENT,
    };
    Cow::Owned(text.chars().map(replaced).collect())
}
