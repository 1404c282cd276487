//! pain.001.001.09 `CustomerCreditTransferInitiationV09`.

use crate::reader::Reader;
use crate::violation::Violations;
use crate::writer::{Writer, cut};

/// Payments of one debtor on one day.
#[derive(Clone, Debug, Default)]
pub struct Initiation {
    /// The name of the message and of its payments together, at most 35 characters.
    pub name: String,
    /// Date and time of its making, with the offset.
    pub created: String,
    pub date: String,
    /// The sum in roubles, with the point.
    pub amount: String,
    pub debtor: String,
    /// The debtor's taxpayer number (INN).
    pub inn: String,
    /// The reason code of the debtor's registration (KPP), where it has one.
    pub kpp: Option<String>,
    /// The debtor's account, 20 digits.
    pub account: String,
    /// The bank of the account, a Russian BIC.
    pub bic: String,
    pub purpose: String,
    /// The code of the kind of income (229-FZ), where there is one.
    pub income_code: Option<String>,
    /// The turn of the payments (Civil Code of Russia, article 855).
    pub priority: u8,
    /// At least one.
    pub transfers: Vec<Transfer>,
}

#[derive(Clone, Debug, Default)]
pub struct Transfer {
    /// Its number among those of the message.
    pub number: i64,
    /// Its name from end to end.
    pub end_to_end: String,
    /// The amount in roubles, with the point.
    pub amount: String,
    pub creditor: String,
    /// The creditor's account, 20 digits.
    pub account: String,
    pub bic: String,
    /// The sum that was kept back from the wages under 229-FZ, with the point.
    pub deduction: Option<String>,
}

impl Initiation {
    /// Writes the message and checks it against its definition.
    pub fn write(&self, reader: &Reader) -> Result<String, Violations> {
        let mut xml = Writer::document("pain.001.001.09");
        let count = self.transfers.len().to_string();
        xml.element("CstmrCdtTrfInitn", |xml| {
            xml.element("GrpHdr", |xml| {
                xml.value("MsgId", &self.name);
                xml.value("CreDtTm", &self.created);
                xml.value("NbOfTxs", &count);
                xml.value("CtrlSum", &self.amount);
                xml.element("InitgPty", |xml| xml.value("Nm", cut(&self.debtor)));
            });
            xml.element("PmtInf", |xml| {
                xml.value("PmtInfId", &self.name);
                xml.value("PmtMtd", "TRF");
                xml.value("NbOfTxs", &count);
                xml.value("CtrlSum", &self.amount);
                xml.element("PmtTpInf", |xml| xml.element("CtgyPurp", |xml| xml.value("Cd", "SALA")));
                xml.element("ReqdExctnDt", |xml| xml.value("Dt", &self.date));
                self.debtor(xml);
                self.transfers.iter().for_each(|transfer| self.transfer(xml, transfer));
            });
        });
        let text = xml.finish();
        reader.read_family(text.as_bytes(), None, None)?;
        Ok(text)
    }

    fn debtor(&self, xml: &mut Writer) {
        xml.element("Dbtr", |xml| xml.party(Some(&self.debtor), Some(&self.inn)));
        account(xml, "DbtrAcct", &self.account);
        xml.element("DbtrAgt", |xml| xml.bank(&self.bic, None));
    }

    fn transfer(&self, xml: &mut Writer, transfer: &Transfer) {
        xml.element("CdtTrfTxInf", |xml| {
            xml.element("PmtId", |xml| {
                xml.value("InstrId", &transfer.number.to_string());
                xml.value("EndToEndId", &transfer.end_to_end);
            });
            xml.element("Amt", |xml| xml.amount("InstdAmt", (&transfer.amount, "RUB")));
            xml.element("CdtrAgt", |xml| xml.bank(&transfer.bic, None));
            xml.element("Cdtr", |xml| xml.value("Nm", cut(&transfer.creditor)));
            account(xml, "CdtrAcct", &transfer.account);
            xml.value("InstrForDbtrAgt", &format!("/PRIORITY/{}", self.priority));
            if let Some(code) = &self.income_code {
                xml.element("Purp", |xml| xml.value("Prtry", code));
            }
            if let Some(kpp) = &self.kpp {
                xml.element("Tax", |xml| {
                    xml.element("Dbtr", |xml| {
                        xml.value("TaxId", &self.inn);
                        xml.value("TaxTp", kpp);
                    });
                });
            }
            // The sum that was kept back is before the purpose (letter IN-05-45/10 of the Bank of Russia).
            let kept = transfer.deduction.as_ref().map(|sum| format!("//ВЗС//{}//", sum.replace('.', "-")));
            let purpose = kept.unwrap_or_default() + &self.purpose;
            xml.element("RmtInf", |xml| xml.value("Ustrd", cut(&purpose)));
        });
    }
}

fn account(xml: &mut Writer, name: &str, number: &str) {
    xml.element(name, |xml| xml.element("Id", |xml| xml.element("Othr", |xml| xml.value("Id", number))));
}
