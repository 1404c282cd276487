//! Two tariff plans side by side: what a service costs today, and what it would cost.

use kernel::Language;

use crate::plan::{FeeSection, TariffPlan};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedFee {
    pub service: String,
    /// Its price today; none when the present plan does not name it, or there is no plan.
    pub today: Option<String>,
    /// Its price under the new plan; none when that plan does not name it.
    pub new: Option<String>,
}

impl ComparedFee {
    pub fn differs(&self) -> bool {
        self.today != self.new
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedSection {
    pub title: String,
    /// The services, at least one.
    pub fees: Vec<ComparedFee>,
}

/// Compares the plan of today, if there is one, with a new one. Sections and services have the order of the new plan;
/// what only the present plan has is after. Both plans are the bank's texts, so equal names are the same service.
pub fn compare(today: Option<&TariffPlan>, new: &TariffPlan, language: Language) -> Vec<ComparedSection> {
    let none: &[FeeSection] = &[];
    let today = today.map_or(none, |plan| plan.sections.as_slice());
    let mut sections: Vec<ComparedSection> = Vec::with_capacity(new.sections.len());
    let sides = [(new.sections.as_slice(), Side::New), (today, Side::Today)];
    for (section, side) in
        sides.iter().flat_map(|(plan, side)| plan.iter().map(move |section| (section, *side)))
    {
        let title = section.title.in_language(language);
        let at = sections.iter().position(|known| known.title == title).unwrap_or_else(|| {
            sections.push(ComparedSection { title: title.to_owned(), fees: Vec::new() });
            sections.len() - 1
        });
        if let Some(compared) = sections.get_mut(at) {
            add(compared, section, side, language);
        }
    }
    sections
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Today,
    New,
}

impl Side {
    /// Takes the price of this side in a row; tells whether there was room for it.
    fn put(self, fee: &mut ComparedFee, price: &str) -> bool {
        let place = match self {
            Self::Today => &mut fee.today,
            Self::New => &mut fee.new,
        };
        let is_free = place.is_none();
        if is_free {
            *place = Some(price.to_owned());
        }
        is_free
    }
}

/// Puts the prices of one side beside those of the other. A plan that names a service twice has two rows.
fn add(compared: &mut ComparedSection, section: &FeeSection, side: Side, language: Language) {
    for fee in &section.fees {
        let (service, price) = (fee.service.in_language(language), fee.price.in_language(language));
        let mut known = compared.fees.iter_mut().filter(|known| known.service == service);
        if !known.any(|known| side.put(known, price)) {
            let mut row = ComparedFee { service: service.to_owned(), today: None, new: None };
            side.put(&mut row, price);
            compared.fees.push(row);
        }
    }
}

#[cfg(test)]
mod tests;
