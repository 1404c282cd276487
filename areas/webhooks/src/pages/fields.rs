//! The fields of a webhook's form, as they were typed.

use ::pages::OnlineBankForm;
use events::EventType;

use super::words::Words;
use crate::webhook::{Wanted, Webhook};
use outgoing::address::{Address, AddressError};
use outgoing::transport::Transport;

#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    pub(super) address: String,
    pub(super) types: Vec<String>,
}

pub(super) struct Choice {
    pub(super) name: &'static str,
    pub(super) is_chosen: bool,
}

pub(super) struct Fields {
    /// In the form that makes a webhook alone.
    pub(super) client_fault: Option<&'static str>,
    pub(super) address: String,
    pub(super) address_fault: Option<String>,
    pub(super) all: bool,
    pub(super) choices: Vec<Choice>,
    pub(super) types_fault: Option<String>,
}

/// Sentences about what is wrong in a form.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Faults {
    pub(super) client: Option<&'static str>,
    pub(super) address: Option<&'static str>,
    pub(super) types: Option<&'static str>,
}

impl Typed {
    pub(super) fn sent(form: &OnlineBankForm) -> Self {
        let types = form.all("types").into_iter().map(str::to_owned).collect();
        Self { address: form.field("address").to_owned(), types }
    }

    pub(super) fn saved(webhook: &Webhook) -> Self {
        Self {
            address: webhook.address.as_str().to_owned(),
            types: webhook.wanted.names().into_iter().map(str::to_owned).collect(),
        }
    }

    /// Reads the fields, or says what is wrong with each.
    pub(super) fn check(
        &self,
        transport: &Transport,
        words: &'static Words,
    ) -> Result<(Address, Wanted), Faults> {
        let address = transport.address(&self.address);
        let wanted = Wanted::from_names(self.types.iter().map(String::as_str));
        match (address, wanted) {
            (Ok(address), Ok(wanted)) => Ok((address, wanted)),
            (address, wanted) => Err(Faults {
                client: None,
                address: address.err().map(|error| address_fault(error, words)),
                types: wanted.err().map(|_| words.types_fault),
            }),
        }
    }
}

impl Fields {
    pub(super) fn new(typed: Typed, faults: Faults) -> Self {
        let is_chosen = |name: &str| typed.types.iter().any(|chosen| chosen == name);
        // A test goes to its webhook whatever is chosen.
        let offered = EventType::ALL.into_iter().filter(|offered| *offered != EventType::WebhookTest);
        let choice = |event_type: EventType| Choice {
            name: event_type.as_str(),
            is_chosen: is_chosen(event_type.as_str()),
        };
        Self {
            client_fault: faults.client,
            all: is_chosen("*"),
            choices: offered.map(choice).collect(),
            address: typed.address,
            address_fault: faults.address.map(str::to_owned),
            types_fault: faults.types.map(str::to_owned),
        }
    }
}

/// Returns what somebody else has saved meanwhile beside an address and beside types, where it is something else.
pub(super) fn beside_saved(typed: &Typed, saved: &Typed, words: &Words) -> [Option<String>; 2] {
    let told = |text: &str| format!("{}: {text}", words.saved_now);
    let sorted = |types: &[String]| types.iter().cloned().collect::<std::collections::BTreeSet<_>>();
    let differ = sorted(&typed.types) != sorted(&saved.types);
    let all = saved.types.iter().any(|chosen| chosen == "*");
    let types_saved = if all { words.all_types.to_owned() } else { saved.types.join(", ") };
    [(typed.address != saved.address).then(|| told(&saved.address)), differ.then(|| told(&types_saved))]
}

const fn address_fault(error: AddressError, words: &Words) -> &'static str {
    match error {
        AddressError::Malformed | AddressError::Reach => words.address_malformed,
        AddressError::Plain => words.address_plain,
        AddressError::Credentials => words.address_credentials,
        AddressError::Fragment => words.address_fragment,
        AddressError::Port => words.address_port,
        AddressError::Private => words.address_private,
        AddressError::NoMachine => words.address_no_machine,
        AddressError::OwnPort => words.address_own_port,
    }
}
