//! The report as XML.

use super::{Package, Party, Reason, Record, Report};
use crate::reader::Reader;
use crate::violation::Violations;
use crate::writer::Writer;

/// The longest piece of a reason's text, in characters (`Max105Text`).
const PIECE_CHARACTERS_MAX: usize = 105;

impl Report {
    /// Writes the report in UTF-8 and checks it against its own message definition, so that no client gets an invalid
    /// one.
    pub fn write(&self, reader: &Reader) -> Result<String, Violations> {
        let mut xml = Writer::document(&self.version.message());
        xml.element("CcyCtrlStsAdvc", |xml| {
            self.header(xml);
            self.group(xml);
            for package in &self.packages {
                package.write(xml);
            }
        });
        let text = xml.finish();
        reader.read_family(text.as_bytes(), None, None)?;
        Ok(text)
    }

    fn header(&self, xml: &mut Writer) {
        xml.element("GrpHdr", |xml| {
            xml.value("MsgId", &self.message_id);
            xml.value("CreDtTm", &self.created);
            // The items of a report are the packages it speaks of; a report of the whole has one, itself.
            xml.value("NbOfItms", &self.packages.len().max(1).to_string());
            xml.element("RcvgPty", |xml| self.receiver.write(xml));
            xml.element("RegnAgt", |xml| xml.bank(&self.bank.bic, self.bank.name.as_deref()));
        });
    }

    fn group(&self, xml: &mut Writer) {
        xml.element("GrpSts", |xml| {
            xml.element("OrgnlRefs", |xml| {
                xml.value("OrgnlMsgId", &self.original.message_id);
                xml.value("OrgnlMsgNmId", &self.original.message_name);
                xml.optional("OrgnlCreDtTm", self.original.created.as_deref());
            });
            xml.element("RptgPty", |xml| xml.element("PtyId", |xml| self.receiver.write(xml)));
            xml.element("RegnAgt", |xml| xml.bank(&self.bank.bic, self.bank.name.as_deref()));
            xml.value("Sts", self.status.code());
            reasons(xml, &self.reasons);
            xml.optional("StsDtTm", self.status_time.as_deref());
        });
    }
}

impl Party {
    fn write(&self, xml: &mut Writer) {
        xml.party(self.name.as_deref(), self.tax_id.as_deref());
    }
}

impl Package {
    fn write(&self, xml: &mut Writer) {
        xml.element("PackgSts", |xml| {
            xml.value("PackgId", &self.id);
            xml.value("Sts", self.status.code());
            reasons(xml, &self.reasons);
            for record in &self.records {
                record.write(xml);
            }
        });
    }
}

impl Record {
    fn write(&self, xml: &mut Writer) {
        xml.element("RcrdSts", |xml| {
            xml.value("RcrdId", &self.id);
            xml.value("Sts", self.status.code());
            reasons(xml, &self.reasons);
            if let Some(document) = &self.document {
                xml.element("DocId", |xml| {
                    xml.optional("Id", document.id.as_deref());
                    xml.value("DtOfIsse", &document.date);
                });
            }
        });
    }
}

fn reasons(xml: &mut Writer, reasons: &[Reason]) {
    for reason in reasons {
        xml.element("StsRsn", |xml| {
            xml.element("Rsn", |xml| xml.value("Prtry", &reason.code));
            for piece in pieces(&reason.text) {
                xml.value("AddtlInf", piece);
            }
        });
    }
}

/// Cuts the text into pieces that fit, at a blank where there is one in the second half of a piece.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let limit = rest.char_indices().nth(PIECE_CHARACTERS_MAX).map_or(rest.len(), |(index, _)| index);
        let window = rest.get(..limit).unwrap_or(rest);
        let blank = window.rfind(' ').filter(|blank| limit < rest.len() && *blank > limit / 2);
        let end = blank.unwrap_or(limit);
        pieces.push(rest.get(..end).unwrap_or(rest).trim_end());
        rest = rest.get(end..).unwrap_or_default().trim_start();
    }
    pieces
}
