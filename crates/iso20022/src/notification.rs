//! auth.024 `PaymentRegulatoryInformationNotification`: certificates of currency transactions, by the names of the
//! business.
//!
//! The four versions differ in what may be left out, not in what things are called, so one view serves them all. Every
//! value is an [`Element`], because whoever checks it has to say where it stands.

use crate::document::{Document, Element};

/// The scheme of a tax number (in Russia the INN) among the identifications of a party.
const TAX_NUMBER: &str = "TXID";
/// The clearing system whose members have a Russian BIC.
const RUSSIAN_BIC: &str = "RUCBC";

#[derive(Debug, Clone)]
pub struct Notification<'d> {
    /// `GrpHdr/MsgId`.
    pub message_id: Element<'d>,
    /// `GrpHdr/CreDtTm`.
    pub created: Element<'d>,
    /// `GrpHdr/NbOfItms`: how many items there are, said once more.
    pub number_of_items: Element<'d>,
    /// `GrpHdr/InitgPty/Pty`; absent when a bank initiates.
    pub initiating_party: Option<Party<'d>>,
    /// `TxNtfctn`, at least one.
    pub items: Vec<Item<'d>>,
}

/// The certificates of one account owner: `TxNtfctn`.
#[derive(Debug, Clone)]
pub struct Item<'d> {
    pub element: Element<'d>,
    /// `TxNtfctnId`.
    pub id: Element<'d>,
    /// `AcctOwnr`.
    pub owner: Party<'d>,
    /// `AcctSvcr`.
    pub servicer: Agent<'d>,
    /// `TxCert`, at least one.
    pub certificates: Vec<Certificate<'d>>,
}

#[derive(Debug, Clone)]
pub struct Party<'d> {
    pub element: Element<'d>,
    /// `Nm`.
    pub name: Option<Element<'d>>,
    /// `Id/OrgId/Othr/Id` or `Id/PrvtId/Othr/Id` with `SchmeNm/Cd` TXID: the INN.
    pub tax_id: Option<Element<'d>>,
    /// `CtryOfRes`.
    pub residence: Option<Element<'d>>,
}

/// A bank: `FinInstnId`.
#[derive(Debug, Clone)]
pub struct Agent<'d> {
    /// The element around `FinInstnId`.
    pub element: Element<'d>,
    /// `ClrSysMmbId/MmbId` with `ClrSysId/Cd` RUCBC: the Russian BIC.
    pub bic: Option<Element<'d>>,
    /// `BICFI`: the BIC of ISO 9362.
    pub bicfi: Option<Element<'d>>,
    /// `Nm`.
    pub name: Option<Element<'d>>,
}

/// A certificate: `TxCert`.
#[derive(Debug, Clone)]
pub struct Certificate<'d> {
    pub element: Element<'d>,
    /// `TxId`.
    pub transaction_id: Element<'d>,
    /// `Cert`: number and date of the certificate.
    pub certificate: DocumentReference<'d>,
    /// `Acct`.
    pub account: Option<Account<'d>>,
    /// `BkAcctDmcltnCtry`: the country of an account abroad.
    pub bank_country: Option<Element<'d>>,
    /// `Amdmnt`: it corrects an earlier certificate.
    pub amendment: Option<Amendment<'d>>,
    /// `CertRcrd`, at least one.
    pub records: Vec<Record<'d>>,
}

/// A document by number and date.
#[derive(Debug, Clone)]
pub struct DocumentReference<'d> {
    pub element: Element<'d>,
    pub id: Option<Element<'d>>,
    /// `DtOfIsse`.
    pub date: Option<Element<'d>>,
}

#[derive(Debug, Clone)]
pub struct Account<'d> {
    pub element: Element<'d>,
    /// `Id/Othr/Id`: the number of 20 digits.
    pub number: Option<Element<'d>>,
    /// `Id/IBAN`.
    pub iban: Option<Element<'d>>,
    /// `Ccy`.
    pub currency: Option<Element<'d>>,
}

/// A correction: `Amdmnt`.
#[derive(Debug, Clone)]
pub struct Amendment<'d> {
    pub element: Element<'d>,
    /// `CrrctnId`: the number of the correction.
    pub correction: Element<'d>,
    /// `OrgnlDocId`: the certificate that is corrected.
    pub original: Option<Element<'d>>,
}

/// One line of a certificate: `CertRcrd`.
#[derive(Debug, Clone)]
pub struct Record<'d> {
    pub element: Element<'d>,
    /// `CertRcrdId`.
    pub id: Element<'d>,
    /// The identifications in `Tx/RfrdDoc/Id`, whichever are given.
    pub referred_ids: Vec<Element<'d>>,
    /// `Tx/RfrdDoc/Dt`; required up to version 2.
    pub referred_date: Option<Element<'d>>,
    /// `Tx/TxDt`.
    pub transaction_date: Element<'d>,
    /// `Tx/LclInstrm`: the code of the currency operation.
    pub instrument: Element<'d>,
    /// `Tx/Amt`.
    pub amount: Amount<'d>,
    /// `Ctrct`.
    pub contract: Option<Contract<'d>>,
    /// `Attchmnt`.
    pub attachments: Vec<Element<'d>>,
}

/// An amount of money; [`Element::value`] is the decimal number, not negative, at most 18 digits, 5 after the point.
#[derive(Debug, Clone)]
pub struct Amount<'d> {
    pub element: Element<'d>,
    /// `@Ccy`, three capital letters.
    pub currency: &'d str,
}

/// The purpose of a payment: `Ctrct`.
#[derive(Debug, Clone)]
pub struct Contract<'d> {
    pub element: Element<'d>,
    /// `CtrctRef/RegdCtrctId`: its number in the bank's register.
    pub registered: Option<Element<'d>>,
    /// `CtrctRef/Ctrct/Id`.
    pub id: Option<Element<'d>>,
    /// `CtrctRef/Ctrct/DtOfIsse`.
    pub date: Option<Element<'d>>,
    /// `TxAmtInCtrctCcy`.
    pub amount: Option<Amount<'d>>,
    /// `XpctdShipmntDt`, a day that may be to come.
    pub expected_shipment: Option<Element<'d>>,
    /// `XpctdAdvncPmtRtrDt`, a day that may be to come.
    pub expected_return: Option<Element<'d>>,
    /// `AddtlInf`.
    pub information: Option<Element<'d>>,
}

impl<'d> Notification<'d> {
    /// The message of a document; `None` when it is another one.
    pub fn read(document: &'d Document) -> Option<Self> {
        let message = document.root().child("PmtRgltryInfNtfctn")?;
        let header = message.child("GrpHdr")?;
        Some(Self {
            message_id: header.child("MsgId")?,
            created: header.child("CreDtTm")?,
            number_of_items: header.child("NbOfItms")?,
            initiating_party: header.at("InitgPty/Pty").map(Party::read),
            items: message.all("TxNtfctn").map(Item::read).collect::<Option<Vec<_>>>()?,
        })
    }
}

impl<'d> Item<'d> {
    fn read(element: Element<'d>) -> Option<Self> {
        Some(Self {
            element,
            id: element.child("TxNtfctnId")?,
            owner: Party::read(element.child("AcctOwnr")?),
            servicer: Agent::read(element.child("AcctSvcr")?),
            certificates: element.all("TxCert").map(Certificate::read).collect::<Option<Vec<_>>>()?,
        })
    }
}

impl<'d> Party<'d> {
    fn read(element: Element<'d>) -> Self {
        let kinds = ["Id/OrgId", "Id/PrvtId"];
        let others = kinds.iter().filter_map(|kind| element.at(kind)).flat_map(|kind| kind.all("Othr"));
        let tax_id = others
            .filter(|other| other.at("SchmeNm/Cd").is_some_and(|code| code.value() == TAX_NUMBER))
            .find_map(|other| other.child("Id"));
        Self { element, name: element.child("Nm"), tax_id, residence: element.child("CtryOfRes") }
    }
}

impl<'d> Agent<'d> {
    fn read(element: Element<'d>) -> Self {
        let institution = element.child("FinInstnId");
        let of_institution = |path: &str| institution.and_then(|one| one.at(path));
        let is_russian =
            of_institution("ClrSysMmbId/ClrSysId/Cd").is_some_and(|code| code.value() == RUSSIAN_BIC);
        Self {
            element,
            bic: of_institution("ClrSysMmbId/MmbId").filter(|_| is_russian),
            bicfi: of_institution("BICFI"),
            name: of_institution("Nm"),
        }
    }
}

impl<'d> Certificate<'d> {
    fn read(element: Element<'d>) -> Option<Self> {
        let account = element.child("Acct").map(|account| Account {
            element: account,
            number: account.at("Id/Othr/Id"),
            iban: account.at("Id/IBAN"),
            currency: account.child("Ccy"),
        });
        let amendment = match element.child("Amdmnt") {
            Some(one) => Some(Amendment {
                element: one,
                correction: one.child("CrrctnId")?,
                original: one.child("OrgnlDocId"),
            }),
            None => None,
        };
        Some(Self {
            element,
            transaction_id: element.child("TxId")?,
            certificate: DocumentReference::read(element.child("Cert")?),
            account,
            bank_country: element.child("BkAcctDmcltnCtry"),
            amendment,
            records: element.all("CertRcrd").map(Record::read).collect::<Option<Vec<_>>>()?,
        })
    }

    /// Lists the days of past events: none of them may lie ahead. The two expected days of a contract are not among
    /// them.
    pub fn dates(&self) -> impl Iterator<Item = Element<'d>> + use<'_, 'd> {
        let of_records = self.records.iter().flat_map(|record| {
            let of_contract = record.contract.as_ref().and_then(|contract| contract.date);
            let of_attachments = record.attachments.iter().filter_map(|one| one.child("IsseDt"));
            record
                .referred_date
                .into_iter()
                .chain(std::iter::once(record.transaction_date))
                .chain(of_contract)
                .chain(of_attachments)
        });
        self.certificate.date.into_iter().chain(of_records)
    }
}

impl<'d> DocumentReference<'d> {
    fn read(element: Element<'d>) -> Self {
        Self { element, id: element.child("Id"), date: element.child("DtOfIsse") }
    }
}

impl<'d> Record<'d> {
    fn read(element: Element<'d>) -> Option<Self> {
        let transaction = element.child("Tx")?;
        let referred = transaction.child("RfrdDoc");
        Some(Self {
            element,
            id: element.child("CertRcrdId")?,
            referred_ids: referred
                .and_then(|one| one.child("Id"))
                .map_or_else(Vec::new, |id| id.children().collect()),
            referred_date: referred.and_then(|one| one.child("Dt")),
            transaction_date: transaction.child("TxDt")?,
            instrument: transaction.child("LclInstrm")?,
            amount: Amount::read(transaction.child("Amt")?),
            contract: element.child("Ctrct").map(Contract::read),
            attachments: element.all("Attchmnt").collect(),
        })
    }
}

impl<'d> Amount<'d> {
    fn read(element: Element<'d>) -> Self {
        Self { element, currency: element.attribute("Ccy").unwrap_or_default() }
    }
}

impl<'d> Contract<'d> {
    fn read(element: Element<'d>) -> Self {
        Self {
            element,
            registered: element.at("CtrctRef/RegdCtrctId"),
            id: element.at("CtrctRef/Ctrct/Id"),
            date: element.at("CtrctRef/Ctrct/DtOfIsse"),
            amount: element.child("TxAmtInCtrctCcy").map(Amount::read),
            expected_shipment: element.child("XpctdShipmntDt"),
            expected_return: element.child("XpctdAdvncPmtRtrDt"),
            information: element.child("AddtlInf"),
        }
    }
}
