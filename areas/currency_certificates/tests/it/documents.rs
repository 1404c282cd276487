//! Messages as tests send them: right ones, each part of which can be changed.

/// A message of auth.024 with only what every version has.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) version: u8,
    pub(crate) id: String,
    pub(crate) created: String,
    /// `NbOfItms`, when it is not the number of notifications.
    pub(crate) said_items: Option<String>,
    pub(crate) notifications: Vec<Notified>,
}

#[derive(Clone, Debug)]
pub(crate) struct Notified {
    pub(crate) id: String,
    /// The INN of the owner; none for an owner without.
    pub(crate) inn: Option<String>,
    /// The BIC of the servicer; none for one without.
    pub(crate) bic: Option<String>,
    pub(crate) certificates: Vec<Certified>,
}

/// A certificate with one record.
#[derive(Clone, Debug)]
pub(crate) struct Certified {
    pub(crate) transaction: String,
    pub(crate) id: Option<String>,
    pub(crate) issued_on: String,
    /// Writes `Acct` as XML.
    pub(crate) account: String,
    pub(crate) country: Option<String>,
    /// Writes `Amdmnt` as XML.
    pub(crate) amendment: Option<String>,
    pub(crate) referred_on: String,
    pub(crate) happened_on: String,
    pub(crate) currency: String,
    pub(crate) amount: String,
    /// Writes `Ctrct` as XML.
    pub(crate) contract: String,
}

/// The account 40702810600000000001 of Romashka.
pub(crate) const ACCOUNT: &str = "<Id><Othr><Id>40702810600000000001</Id></Othr></Id><Ccy>RUB</Ccy>";

impl Certified {
    /// A right one.
    pub(crate) fn new(transaction: &str) -> Self {
        Self {
            transaction: transaction.to_owned(),
            id: Some(format!("C-{transaction}")),
            issued_on: "2026-11-20".to_owned(),
            account: ACCOUNT.to_owned(),
            country: None,
            amendment: None,
            referred_on: "2026-11-19".to_owned(),
            happened_on: "2026-11-19".to_owned(),
            currency: "USD".to_owned(),
            amount: "100.50".to_owned(),
            contract: "<AddtlInf>Поставка</AddtlInf>".to_owned(),
        }
    }

    /// A right one that corrects the certificate `original`.
    pub(crate) fn correcting(transaction: &str, original: &str) -> Self {
        let amendment = format!("<CrrctnId>1</CrrctnId><OrgnlDocId>{original}</OrgnlDocId>");
        Self { amendment: Some(amendment), ..Self::new(transaction) }
    }

    fn xml(&self) -> String {
        let tag = |name: &str, text: &Option<String>| {
            text.as_ref().map(|text| format!("<{name}>{text}</{name}>")).unwrap_or_default()
        };
        format!(
            "<TxCert>\n<TxId>{}</TxId>\n<Cert>{}<DtOfIsse>{}</DtOfIsse></Cert>\n<Acct>{}</Acct>\n{}{}\
             <CertRcrd>\n<CertRcrdId>1</CertRcrdId>\n<Tx>\n<RfrdDoc><Id><AcctSvcrRef>17</AcctSvcrRef></Id>\
             <Dt>{}</Dt></RfrdDoc>\n<TxDt>{}</TxDt>\n<TxTp>1</TxTp>\n<LclInstrm>10100</LclInstrm>\n\
             <Amt Ccy=\"{}\">{}</Amt>\n</Tx>\n<Ctrct>{}</Ctrct>\n</CertRcrd>\n</TxCert>\n",
            self.transaction,
            tag("Id", &self.id),
            self.issued_on,
            self.account,
            tag("BkAcctDmcltnCtry", &self.country),
            tag("Amdmnt", &self.amendment),
            self.referred_on,
            self.happened_on,
            self.currency,
            self.amount,
            self.contract,
        )
    }
}

impl Notified {
    /// Of Romashka at this bank.
    pub(crate) fn new(id: &str, certificates: Vec<Certified>) -> Self {
        Self {
            id: id.to_owned(),
            inn: Some(super::bank::ROMASHKA_INN.to_owned()),
            bic: Some(super::bank::BIC.to_owned()),
            certificates,
        }
    }

    fn xml(&self) -> String {
        let owner = self.inn.as_ref().map_or_else(String::new, |inn| {
            format!("<Id><OrgId><Othr><Id>{inn}</Id><SchmeNm><Cd>TXID</Cd></SchmeNm></Othr></OrgId></Id>")
        });
        let bank = self.bic.as_ref().map_or_else(
            || "<Nm>Банк</Nm>".to_owned(),
            |bic| {
                format!("<ClrSysMmbId><ClrSysId><Cd>RUCBC</Cd></ClrSysId><MmbId>{bic}</MmbId></ClrSysMmbId>")
            },
        );
        let certificates: String = self.certificates.iter().map(Certified::xml).collect();
        format!(
            "<TxNtfctn>\n<TxNtfctnId>{}</TxNtfctnId>\n<AcctOwnr>\n<Nm>ООО «Ромашка»</Nm>\n{owner}</AcctOwnr>\n\
             <AcctSvcr><FinInstnId>{bank}</FinInstnId></AcctSvcr>\n{certificates}</TxNtfctn>\n",
            self.id
        )
    }
}

impl Message {
    /// A right message with one notification of one certificate, whose transaction id is `{id}-T`.
    pub(crate) fn new(id: &str) -> Self {
        Self::with(id, vec![Certified::new(&format!("{id}-T"))])
    }

    /// A right message with one notification of these certificates.
    pub(crate) fn with(id: &str, certificates: Vec<Certified>) -> Self {
        Self {
            version: 4,
            id: id.to_owned(),
            created: "2026-11-20T11:59:00+03:00".to_owned(),
            said_items: None,
            notifications: vec![Notified::new(&format!("{id}-N"), certificates)],
        }
    }

    /// The root element without an XML declaration.
    pub(crate) fn root(&self) -> String {
        let items = self.said_items.clone().unwrap_or_else(|| self.notifications.len().to_string());
        let notifications: String = self.notifications.iter().map(Notified::xml).collect();
        format!(
            "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:auth.024.001.0{}\">\n<PmtRgltryInfNtfctn>\n<GrpHdr>\n\
             <MsgId>{}</MsgId>\n<CreDtTm>{}</CreDtTm>\n<NbOfItms>{items}</NbOfItms>\n\
             <InitgPty><Pty><Nm>ООО «Ромашка»</Nm></Pty></InitgPty>\n</GrpHdr>\n{notifications}\
             </PmtRgltryInfNtfctn>\n</Document>\n",
            self.version, self.id, self.created
        )
    }

    /// The document in UTF-8.
    pub(crate) fn xml(&self) -> String {
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", self.root())
    }
}
