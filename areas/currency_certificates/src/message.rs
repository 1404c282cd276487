//! Messages that passed the checks, as far as the bank keeps them beside their bytes.

use std::collections::BTreeSet;

use iso20022::{Document, Element, Notification, Violation, Violations};
use kernel::Cnum;

use crate::checks::message::{Surroundings, repeated_transactions, violations};

/// Message as the bank keeps it, to find it and its certificates again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// `GrpHdr/MsgId`, exactly as sent, 1 to 35 characters.
    pub message_id: String,
    /// The message definition, such as `auth.024.001.04`.
    pub message_name: String,
    /// `GrpHdr/CreDtTm` as sent, without white space around it.
    pub created_at: String,
    /// The certificates of all notifications in the order of the document; at least one.
    pub certificates: Vec<NewCertificate>,
}

/// Certificate that is not checked yet, as the bank keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCertificate {
    /// `TxId`, exactly as sent, 1 to 35 characters.
    pub transaction_id: String,
    /// The account owner of its notification.
    pub owner: Cnum,
    pub notification_id: String,
    /// `Cert/Id`, by which a correction names it.
    pub document_id: Option<String>,
    /// `Cert/DtOfIsse` as sent.
    pub issued_on: String,
    /// True with an `Amdmnt`.
    pub is_correction: bool,
    /// `Amdmnt/OrgnlDocId`.
    pub original_id: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageError {
    /// The message as a whole is wrong.
    Violations(Violations),
    /// These transaction ids occur more than once in it.
    RepeatedTransactions(Vec<String>),
}

impl Message {
    /// Checks the message as a whole and reads what the bank keeps of it.
    ///
    /// # Errors
    /// Up to `violations_max` violations; without any, the transaction ids that repeat.
    pub fn taken(
        document: &Document,
        surroundings: &Surroundings<'_>,
        violations_max: usize,
    ) -> Result<Self, MessageError> {
        let Some(notification) = Notification::read(document) else {
            return Err(invalid(vec![another_message(document)]));
        };
        let violations = violations(document, &notification, surroundings, violations_max);
        if !violations.is_empty() {
            return Err(invalid(violations));
        }
        let repeated = repeated_transactions(&notification);
        if !repeated.is_empty() {
            return Err(MessageError::RepeatedTransactions(repeated));
        }
        Ok(Self {
            message_id: notification.message_id.text().to_owned(),
            message_name: document.message().to_owned(),
            created_at: notification.created.value().to_owned(),
            certificates: certificates(&notification, surroundings),
        })
    }

    /// The companies that own the accounts of the certificates.
    pub fn owners(&self) -> BTreeSet<&Cnum> {
        self.certificates.iter().map(|certificate| &certificate.owner).collect()
    }
}

fn invalid(violations: Vec<Violation>) -> MessageError {
    MessageError::Violations(Violations::of(violations))
}

/// Names the one kind of message that is taken here; the reader knows others too.
fn another_message(document: &Document) -> Violation {
    let reason = format!(
        "{} is not taken here, but auth.024.001.01 to .04 PaymentRegulatoryInformationNotification",
        document.message()
    );
    document.root().violation(&reason)
}

fn certificates(notification: &Notification<'_>, surroundings: &Surroundings<'_>) -> Vec<NewCertificate> {
    let mut certificates = Vec::new();
    for item in &notification.items {
        let inn = item.owner.tax_id.as_ref().map(Element::value).unwrap_or_default();
        // The checks have found the owner; without one there would be no message.
        let owner = surroundings.company_with(inn).unwrap_or(surroundings.company);
        certificates.extend(item.certificates.iter().map(|certificate| {
            let amendment = certificate.amendment.as_ref();
            let issued_on = certificate.certificate.date.as_ref().map(Element::value).unwrap_or_default();
            NewCertificate {
                transaction_id: certificate.transaction_id.text().to_owned(),
                owner: owner.clone(),
                notification_id: item.id.text().to_owned(),
                document_id: text_of(certificate.certificate.id.as_ref()),
                issued_on: issued_on.to_owned(),
                is_correction: amendment.is_some(),
                original_id: amendment.and_then(|amendment| text_of(amendment.original.as_ref())),
            }
        }));
    }
    certificates
}

fn text_of(element: Option<&Element<'_>>) -> Option<String> {
    element.map(|element| element.text().to_owned())
}
