//! Every field of a part of a message, with its name in words.

use iso20022::Element;
use kernel::{BankZone, Language};

use super::amount::{amount, day, moment};
use super::labels::label;

/// The most fields of one part: a certificate may have thousands of records, and a page should open.
const FIELDS_MAX: usize = 300;
/// The most characters of a value.
const VALUE_CHARACTERS_MAX: usize = 2_100;

#[derive(Clone, Debug)]
pub(super) struct Field {
    /// The names of the elements around it and its own.
    pub(super) name: String,
    pub(super) value: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    pub(super) list: Vec<Field>,
    /// There are more than these.
    pub(super) is_cut: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Manner<'a> {
    pub(super) language: Language,
    pub(super) zone: &'a BankZone,
}

impl Manner<'_> {
    /// The fields of the elements inside `part`, in the order of the document, without those called `left_out`.
    pub(super) fn fields(self, part: &Element<'_>, left_out: &str) -> Fields {
        let mut fields = Fields { list: Vec::new(), is_cut: false };
        for element in part.children().filter(|child| child.name() != left_out) {
            self.walk(&element, "", &mut fields);
        }
        fields
    }

    /// Adds the element, or what is inside of it. The reader has bounded how deep that goes.
    fn walk(self, element: &Element<'_>, around: &str, fields: &mut Fields) {
        if fields.list.len() >= FIELDS_MAX {
            fields.is_cut = true;
            return;
        }
        let name = joined(around, self.name(element));
        if element.children().next().is_none() {
            if !element.value().is_empty() {
                fields.list.push(Field { name, value: self.value(element) });
            }
            return;
        }
        for child in element.children() {
            // The number of a party says what it is by the scheme beside it.
            match number_name(element, &child, self.language) {
                Some(number) => {
                    fields.list.push(Field { name: joined(&name, number), value: self.value(&child) });
                }
                None => self.walk(&child, &name, fields),
            }
        }
    }

    fn name<'e>(self, element: &Element<'e>) -> &'e str
    where
        Self: 'e,
    {
        label(element.name(), self.language)
    }

    fn value(self, element: &Element<'_>) -> String {
        let (name, value, language) = (element.name(), element.value(), self.language);
        if let Some(currency) = element.attribute("Ccy") {
            return amount(value, currency, language);
        }
        match name {
            "CreDtTm" => moment(value, self.zone, language),
            "InclBinryObjct" => format!("Base64, {}", value.len()),
            _ if name.ends_with("Dt") || name == "DtOfIsse" => day(value, language),
            _ => value.chars().take(VALUE_CHARACTERS_MAX).collect(),
        }
    }
}

fn joined(around: &str, name: &str) -> String {
    match (around.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (false, true) => around.to_owned(),
        (false, false) => format!("{around} · {name}"),
    }
}

/// The name of a number whose scheme is known here: INN and BIC.
fn number_name(around: &Element<'_>, number: &Element<'_>, language: Language) -> Option<&'static str> {
    let has = |path: &str, code: &str| around.at(path).is_some_and(|found| found.value() == code);
    match (number.name(), language) {
        ("Id", Language::Russian) if has("SchmeNm/Cd", "TXID") => Some("ИНН"),
        ("Id", Language::English) if has("SchmeNm/Cd", "TXID") => Some("INN"),
        ("MmbId", Language::Russian) if has("ClrSysId/Cd", "RUCBC") => Some("БИК"),
        ("MmbId", Language::English) if has("ClrSysId/Cd", "RUCBC") => Some("BIC"),
        _ => None,
    }
}
