//! Messages as XML.

use crate::schema::MESSAGE_NAMESPACE;

/// The most characters of a name and of a line of the purpose (`Max140Text`).
const TEXT_CHARACTERS_MAX: usize = 140;

/// Cuts a name or a line of the purpose to what its position takes.
pub(crate) fn cut(text: &str) -> &str {
    text.char_indices().nth(TEXT_CHARACTERS_MAX).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

pub(crate) struct Writer {
    text: String,
}

impl Writer {
    /// Begins a message, such as `pain.001.001.09`.
    pub(crate) fn document(message: &str) -> Self {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"";
        Self { text: format!("{head}{MESSAGE_NAMESPACE}{message}\">") }
    }

    pub(crate) fn finish(self) -> String {
        self.text + "</Document>\n"
    }

    pub(crate) fn element(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.tag("<", name);
        inside(self);
        self.tag("</", name);
    }

    pub(crate) fn value(&mut self, name: &str, value: &str) {
        self.tag("<", name);
        self.escaped(value);
        self.tag("</", name);
    }

    pub(crate) fn amount(&mut self, name: &str, (amount, currency): (&str, &str)) {
        for piece in ["<", name, " Ccy=\""] {
            self.text.push_str(piece);
        }
        self.escaped(currency);
        self.text.push_str("\">");
        self.escaped(amount);
        self.tag("</", name);
    }

    fn escaped(&mut self, value: &str) {
        for letter in value.chars() {
            match letter {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                // A bare CR would come back as LF.
                '\r' => self.text.push_str("&#13;"),
                other if crate::xml::names::is_character(other) => self.text.push(other),
                _ => self.text.push(char::REPLACEMENT_CHARACTER),
            }
        }
    }

    pub(crate) fn optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.value(name, value);
        }
    }

    /// A party by its name and its taxpayer number (INN).
    pub(crate) fn party(&mut self, name: Option<&str>, tax_id: Option<&str>) {
        self.optional("Nm", name.map(cut));
        if let Some(tax_id) = tax_id {
            self.element("Id", |xml| {
                xml.element("OrgId", |xml| {
                    xml.element("Othr", |xml| {
                        xml.value("Id", tax_id);
                        xml.element("SchmeNm", |xml| xml.value("Cd", "TXID"));
                    });
                });
            });
        }
    }

    /// A bank by its Russian BIC.
    pub(crate) fn bank(&mut self, bic: &str, name: Option<&str>) {
        self.element("FinInstnId", |xml| {
            xml.element("ClrSysMmbId", |xml| {
                xml.element("ClrSysId", |xml| xml.value("Cd", "RUCBC"));
                xml.value("MmbId", bic);
            });
            xml.optional("Nm", name.map(cut));
        });
    }

    fn tag(&mut self, open: &str, name: &str) {
        self.text.push_str(open);
        self.text.push_str(name);
        self.text.push('>');
    }
}
