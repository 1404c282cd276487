//! A tag of a page, with its attributes.

/// A tag that begins, or ends, an element.
#[derive(Debug)]
pub(super) struct Tag<'h> {
    /// The position of its `<`.
    pub(super) start: usize,
    /// The position after its `>`.
    pub(super) end: usize,
    pub(super) text: &'h str,
    /// Its name, with a slash in front when it ends an element.
    pub(super) name: &'h str,
    attributes: Vec<(&'h str, &'h str)>,
}

impl<'h> Tag<'h> {
    pub(super) fn raw(&self, name: &str) -> Option<&'h str> {
        self.attributes.iter().find(|(own, _)| *own == name).map(|(_, value)| *value)
    }

    pub(super) fn value(&self, name: &str) -> Option<String> {
        self.raw(name).map(unescaped)
    }

    pub(super) fn with_value(&self, value: &str) -> String {
        self.written_without("value", &format!(" value=\"{}\"", escaped(value)))
    }

    /// Writes the tag with or without an attribute that has no value.
    pub(super) fn with_mark(&self, name: &str, is_set: bool) -> String {
        self.written_without(name, &if is_set { format!(" {name}") } else { String::new() })
    }

    fn written_without(&self, name: &str, behind: &str) -> String {
        let mut out = format!("<{}", self.name);
        for (own, value) in self.attributes.iter().filter(|(own, _)| *own != name) {
            out.push(' ');
            out.push_str(own);
            if !value.is_empty() {
                out.extend(["=\"", value, "\""]);
            }
        }
        out + behind + ">"
    }
}

/// Lists the tags of a page, one after the other.
pub(super) fn tags(html: &str) -> impl Iterator<Item = Tag<'_>> {
    std::iter::successors(next_tag(html, 0), |tag| next_tag(html, tag.end))
}

/// Returns the first tag at or after `from`.
pub(super) fn next_tag(html: &str, from: usize) -> Option<Tag<'_>> {
    let start = from + html.get(from..)?.find('<')?;
    let rest = html.get(start + 1..)?;
    let name_end = rest.find(|letter: char| letter.is_ascii_whitespace() || letter == '>')?;
    let name = rest.get(..name_end)?;
    let (mut at, mut attributes) = (start + 1 + name_end, Vec::new());
    loop {
        at += skipped(html.get(at..)?, |letter| letter.is_ascii_whitespace() || letter == '/');
        let rest = html.get(at..)?;
        if rest.starts_with('>') {
            break;
        }
        let length = skipped(rest, |letter| !letter.is_ascii_whitespace() && !"=>/".contains(letter));
        let own = rest.get(..length)?;
        // A character that begins no attribute would stop here for ever.
        if length == 0 {
            return None;
        }
        at += length;
        let Some(value) = html.get(at..)?.strip_prefix("=\"") else {
            attributes.push((own, ""));
            continue;
        };
        let length = value.find('"')?;
        attributes.push((own, value.get(..length)?));
        at += length + 3;
    }
    let end = at + 1;
    Some(Tag { start, end, text: html.get(start..end)?, name, attributes })
}

/// Returns the bytes of the letters in front that fit.
fn skipped(text: &str, fits: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !fits(letter)).unwrap_or(text.len())
}

/// Escapes a text as the templates do.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '&' | '\'' | '<' | '>' => out.extend(["&#", &u32::from(letter).to_string(), ";"]),
            other => out.push(other),
        }
    }
    out
}

/// Undoes [`escaped`], and the named form of an ampersand.
fn unescaped(text: &str) -> String {
    let plain = text.replace("&#34;", "\"").replace("&#39;", "'").replace("&#60;", "<").replace("&#62;", ">");
    plain.replace("&amp;", "&").replace("&#38;", "&")
}
