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

/// A view of an element.
trait View<'d>: Sized {
    /// `None` when something is absent that every valid message has.
    fn of(element: Element<'d>) -> Option<Self>;
}

impl<'d> View<'d> for Element<'d> {
    fn of(element: Self) -> Option<Self> {
        Some(element)
    }
}

/// A value that is read below an element: one view, one that may be left out, or several.
trait Part<'d>: Sized {
    fn read(element: Element<'d>, path: &'static str) -> Option<Self>;
}

impl<'d, V: View<'d>> Part<'d> for V {
    fn read(element: Element<'d>, path: &'static str) -> Option<Self> {
        element.at(path).and_then(V::of)
    }
}

impl<'d, V: View<'d>> Part<'d> for Option<V> {
    fn read(element: Element<'d>, path: &'static str) -> Option<Self> {
        element.at(path).map_or(Some(None), |found| V::of(found).map(Some))
    }
}

impl<'d, V: View<'d>> Part<'d> for Vec<V> {
    fn read(element: Element<'d>, name: &'static str) -> Option<Self> {
        element.all(name).map(V::of).collect()
    }
}

/// Declares views: each field with its type and the path at which it is read, or the function that finds it.
macro_rules! views {
    (@read $element:ident $path:literal) => {
        Part::read($element, $path)?
    };
    (@read $element:ident $find:ident) => {
        $find($element)
    };
    ($(
        $(#[$documentation:meta])*
        $name:ident<$life:lifetime> { $($(#[$of_field:meta])* $field:ident: $type:ty = $from:tt,)+ }
    )+) => {$(
        $(#[$documentation])*
        #[derive(Debug, Clone)]
        pub struct $name<$life> {
            pub element: Element<$life>,
            $($(#[$of_field])* pub $field: $type,)+
        }

        impl<$life> View<$life> for $name<$life> {
            fn of(element: Element<$life>) -> Option<Self> {
                Some(Self { element, $($field: views!(@read element $from),)+ })
            }
        }
    )+};
}

views! {
    Notification<'d> {
        message_id: Element<'d> = "GrpHdr/MsgId",
        created: Element<'d> = "GrpHdr/CreDtTm",
        /// The number of items, said once more.
        number_of_items: Element<'d> = "GrpHdr/NbOfItms",
        /// Absent when a bank initiates.
        initiating_party: Option<Party<'d>> = "GrpHdr/InitgPty/Pty",
        /// At least one.
        items: Vec<Item<'d>> = "TxNtfctn",
    }

    /// The certificates of one account owner: `TxNtfctn`.
    Item<'d> {
        id: Element<'d> = "TxNtfctnId",
        owner: Party<'d> = "AcctOwnr",
        servicer: Agent<'d> = "AcctSvcr",
        /// At least one.
        certificates: Vec<Certificate<'d>> = "TxCert",
    }

    Party<'d> {
        name: Option<Element<'d>> = "Nm",
        /// `Id/OrgId/Othr/Id` or `Id/PrvtId/Othr/Id` with `SchmeNm/Cd` TXID: the INN.
        tax_id: Option<Element<'d>> = tax_id,
        residence: Option<Element<'d>> = "CtryOfRes",
    }

    /// A bank: the element around `FinInstnId`.
    Agent<'d> {
        /// `ClrSysMmbId/MmbId` with `ClrSysId/Cd` RUCBC: the Russian BIC.
        bic: Option<Element<'d>> = russian_bic,
        /// The BIC of ISO 9362.
        bicfi: Option<Element<'d>> = "FinInstnId/BICFI",
        name: Option<Element<'d>> = "FinInstnId/Nm",
    }

    /// A certificate: `TxCert`.
    Certificate<'d> {
        transaction_id: Element<'d> = "TxId",
        /// Number and date of the certificate.
        certificate: DocumentReference<'d> = "Cert",
        account: Option<Account<'d>> = "Acct",
        /// The country of an account abroad.
        bank_country: Option<Element<'d>> = "BkAcctDmcltnCtry",
        /// It corrects an earlier certificate.
        amendment: Option<Amendment<'d>> = "Amdmnt",
        /// At least one.
        records: Vec<Record<'d>> = "CertRcrd",
    }

    /// A document by number and date.
    DocumentReference<'d> {
        id: Option<Element<'d>> = "Id",
        date: Option<Element<'d>> = "DtOfIsse",
    }

    Account<'d> {
        /// The number of 20 digits.
        number: Option<Element<'d>> = "Id/Othr/Id",
        iban: Option<Element<'d>> = "Id/IBAN",
        currency: Option<Element<'d>> = "Ccy",
    }

    /// A correction: `Amdmnt`.
    Amendment<'d> {
        /// The number of the correction.
        correction: Element<'d> = "CrrctnId",
        /// The certificate that is corrected.
        original: Option<Element<'d>> = "OrgnlDocId",
    }

    /// One line of a certificate: `CertRcrd`.
    Record<'d> {
        id: Element<'d> = "CertRcrdId",
        /// The identifications in `Tx/RfrdDoc/Id`, whichever are given.
        referred_ids: Vec<Element<'d>> = referred_ids,
        /// Required up to version 2.
        referred_date: Option<Element<'d>> = "Tx/RfrdDoc/Dt",
        transaction_date: Element<'d> = "Tx/TxDt",
        /// The code of the currency operation.
        instrument: Element<'d> = "Tx/LclInstrm",
        amount: Amount<'d> = "Tx/Amt",
        contract: Option<Contract<'d>> = "Ctrct",
        attachments: Vec<Element<'d>> = "Attchmnt",
    }

    /// An amount of money; [`Element::value`] is the decimal number, not negative, at most 18 digits, 5 after the
    /// point.
    Amount<'d> {
        /// `@Ccy`, three capital letters.
        currency: &'d str = currency,
    }

    /// The purpose of a payment: `Ctrct`.
    Contract<'d> {
        /// Its number in the bank's register.
        registered: Option<Element<'d>> = "CtrctRef/RegdCtrctId",
        id: Option<Element<'d>> = "CtrctRef/Ctrct/Id",
        date: Option<Element<'d>> = "CtrctRef/Ctrct/DtOfIsse",
        amount: Option<Amount<'d>> = "TxAmtInCtrctCcy",
        /// A day that may be to come.
        expected_shipment: Option<Element<'d>> = "XpctdShipmntDt",
        /// A day that may be to come.
        expected_return: Option<Element<'d>> = "XpctdAdvncPmtRtrDt",
        information: Option<Element<'d>> = "AddtlInf",
    }
}

impl<'d> Notification<'d> {
    /// The message of a document; `None` when it is another one.
    pub fn read(document: &'d Document) -> Option<Self> {
        document.root().child("PmtRgltryInfNtfctn").and_then(Self::of)
    }
}

fn tax_id(party: Element<'_>) -> Option<Element<'_>> {
    let kinds = ["Id/OrgId", "Id/PrvtId"];
    let mut others = kinds.iter().filter_map(|kind| party.at(kind)).flat_map(|kind| kind.all("Othr"));
    let is_tax_number =
        |other: &Element<'_>| other.at("SchmeNm/Cd").is_some_and(|code| code.value() == TAX_NUMBER);
    others.find_map(|other| other.child("Id").filter(|_| is_tax_number(&other)))
}

fn russian_bic(agent: Element<'_>) -> Option<Element<'_>> {
    let member = agent.at("FinInstnId/ClrSysMmbId")?;
    let is_russian = member.at("ClrSysId/Cd").is_some_and(|code| code.value() == RUSSIAN_BIC);
    member.child("MmbId").filter(|_| is_russian)
}

fn referred_ids(record: Element<'_>) -> Vec<Element<'_>> {
    record.at("Tx/RfrdDoc/Id").map_or_else(Vec::new, |id| id.children().collect())
}

fn currency(amount: Element<'_>) -> &str {
    amount.attribute("Ccy").unwrap_or_default()
}

impl<'d> Certificate<'d> {
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
