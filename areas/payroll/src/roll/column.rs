//! The columns of a roll: what each is called, and how its cells and the fields of a transfer become one another.

use kernel::Language;

use crate::catalogue::Code;
use crate::transfer::{Conversion, SentAmount, Transfer};
use crate::typed;

/// The only currency of transfers (spec section 2.5): that of a cell without one.
const CURRENCY: &str = "RUR";

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// `orderNumber`.
    OrderNumber,
    /// `lastName`.
    LastName,
    /// `firstName`.
    FirstName,
    /// `middleName`.
    MiddleName,
    /// `amount`.
    Amount,
    /// `account`.
    Account,
    /// `bic`.
    Bic,
    /// `currency`.
    Currency,
    /// `personnelNumber`.
    PersonnelNumber,
    /// `birthDate`.
    BirthDate,
    /// `cardNumber`.
    CardNumber,
    /// `deductionAmount`.
    Deduction,
    /// `conversion`: `30 USD, 20 EUR`.
    Conversion,
}

/// Reason why a cell cannot become a field at all. Everything else is for the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellError {
    /// It must be a whole number.
    NotWhole,
    /// It must be percents with currencies.
    NotConversion,
    /// It has characters that cannot be stored, or that show something else than what is stored.
    Characters,
}

/// Names of a column.
struct Names {
    /// Its member of a request, which a file may have as well.
    wire: &'static str,
    russian: &'static str,
    english: &'static str,
    /// Others that a file may have.
    others: &'static [&'static str],
}

impl Column {
    /// All, in the order in which files have them.
    pub const ALL: [Self; 13] = [
        Self::OrderNumber,
        Self::LastName,
        Self::FirstName,
        Self::MiddleName,
        Self::Amount,
        Self::Account,
        Self::Bic,
        Self::Currency,
        Self::PersonnelNumber,
        Self::BirthDate,
        Self::CardNumber,
        Self::Deduction,
        Self::Conversion,
    ];

    /// Those that a file must have.
    pub const REQUIRED: [Self; 4] = [Self::LastName, Self::FirstName, Self::Amount, Self::Account];

    const fn names(self) -> Names {
        const fn names(
            wire: &'static str,
            russian: &'static str,
            english: &'static str,
            others: &'static [&'static str],
        ) -> Names {
            Names { wire, russian, english, others }
        }
        match self {
            Self::OrderNumber => {
                names("orderNumber", "Номер", "Number", &["№", "№ п/п", "п/п", "порядковый номер"])
            }
            Self::LastName => names("lastName", "Фамилия", "Last name", &["surname"]),
            Self::FirstName => names("firstName", "Имя", "First name", &["name"]),
            Self::MiddleName => names("middleName", "Отчество", "Middle name", &["patronymic"]),
            Self::Amount => {
                names("amount", "Сумма", "Amount", &["сумма перевода", "сумма, руб", "сумма, ₽", "к выплате"])
            }
            Self::Account => {
                names("account", "Счёт", "Account", &["счет сотрудника", "лицевой счет", "номер счета"])
            }
            Self::Bic => names("bic", "БИК", "BIC", &["бик банка"]),
            Self::Currency => names("currency", "Валюта", "Currency", &[]),
            Self::PersonnelNumber => {
                names("personnelNumber", "Табельный номер", "Personnel number", &["таб. номер"])
            }
            Self::BirthDate => names("birthDate", "Дата рождения", "Birth date", &[]),
            Self::CardNumber => names("cardNumber", "Номер карты", "Card number", &["карта"]),
            Self::Deduction => {
                names("deductionAmount", "Удержано", "Deducted", &["сумма удержаний", "удержания"])
            }
            Self::Conversion => names("conversion", "Конверсия", "Conversion", &[]),
        }
    }

    /// Returns its name in a request, by which rolls are kept.
    #[must_use]
    pub const fn wire(self) -> &'static str {
        self.names().wire
    }

    /// Returns its name in the head of a file.
    #[must_use]
    pub const fn name(self, language: Language) -> &'static str {
        match language {
            Language::Russian => self.names().russian,
            Language::English => self.names().english,
        }
    }

    /// Returns the input of its field in the form of correction; of conversions the first one.
    #[must_use]
    pub const fn input(self) -> &'static str {
        match self {
            Self::OrderNumber => "order_number",
            Self::LastName => "last_name",
            Self::FirstName => "first_name",
            Self::MiddleName => "middle_name",
            Self::Amount => "amount",
            Self::Account => "account",
            Self::Bic => "bic",
            Self::Currency => "currency",
            Self::PersonnelNumber => "personnel_number",
            Self::BirthDate => "birth_date",
            Self::CardNumber => "card_number",
            Self::Deduction => "deduction",
            Self::Conversion => "percent_0",
        }
    }

    /// Returns the column with this name in a request.
    #[must_use]
    pub fn of_wire(wire: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.wire() == wire)
    }

    /// Returns the column that a cell of the head names: in either language, as a request names it, or by one of the
    /// names that accountants' programs use.
    #[must_use]
    pub fn of_head(cell: &str) -> Option<Self> {
        let cell = plain(cell);
        Self::ALL.into_iter().find(|column| {
            let names = column.names();
            let own = [names.wire, names.russian, names.english];
            own.iter().chain(names.others).any(|name| plain(name) == cell)
        })
    }

    /// Returns the column at whose field a code of the checks is found; `None` for what concerns several.
    #[must_use]
    pub const fn of_code(code: Code) -> Option<Self> {
        match code {
            Code::T01 => Some(Self::LastName),
            Code::T02 => Some(Self::FirstName),
            Code::T03 => Some(Self::MiddleName),
            Code::T04 | Code::T05 => Some(Self::OrderNumber),
            Code::T06 | Code::T07 | Code::T15 | Code::T16 | Code::D03 | Code::D09 => Some(Self::Account),
            Code::T08 => Some(Self::Amount),
            Code::T09 => Some(Self::Currency),
            Code::T10 => Some(Self::PersonnelNumber),
            Code::T11 => Some(Self::BirthDate),
            Code::T12 => Some(Self::CardNumber),
            Code::T13 | Code::T14 | Code::T18 | Code::T19 | Code::T20 | Code::P08 => Some(Self::Conversion),
            Code::T17 => Some(Self::Deduction),
            Code::P20 | Code::P21 | Code::P22 => Some(Self::Bic),
            _ => None,
        }
    }

    /// Puts a cell into its field of `transfer`.
    ///
    /// # Errors
    /// Why that cannot be; the field stays as it was.
    pub fn fill(self, cell: &str, transfer: &mut Transfer) -> Result<(), CellError> {
        kernel::check_characters(cell).map_err(|_| CellError::Characters)?;
        if cell.chars().any(char::is_control) {
            return Err(CellError::Characters);
        }
        let text = || cell.to_owned();
        let optional = |text: String| Some(text).filter(|text| !text.is_empty());
        match self {
            // A transfer without a number has that of its place.
            Self::OrderNumber if cell.is_empty() => {}
            Self::OrderNumber => {
                transfer.order_number = typed::spaceless(cell).parse().map_err(|_| CellError::NotWhole)?;
            }
            Self::LastName => transfer.last_name = text(),
            Self::FirstName => transfer.first_name = text(),
            Self::MiddleName => transfer.middle_name = optional(text()),
            Self::Amount => transfer.amount = typed::amount(cell),
            Self::Account => transfer.account = typed::spaceless(cell),
            Self::Bic => transfer.bic = optional(typed::spaceless(cell)),
            Self::Currency if cell.is_empty() => CURRENCY.clone_into(&mut transfer.currency),
            Self::Currency => transfer.currency = text(),
            Self::PersonnelNumber => transfer.personnel_number = optional(text()),
            Self::BirthDate => transfer.birth_date = optional(typed::day(cell)),
            Self::CardNumber => transfer.card_number = optional(typed::spaceless(cell)),
            Self::Deduction => transfer.deduction = optional(text()).map(|cell| typed::amount(&cell)),
            Self::Conversion => transfer.conversion = conversions(cell).ok_or(CellError::NotConversion)?,
        }
        Ok(())
    }

    /// Returns the cell of a transfer's field; amounts with the decimal mark of the language, as its table calculations
    /// read them.
    #[must_use]
    pub fn cell(self, transfer: &Transfer, language: Language) -> String {
        let optional = |text: &Option<String>| text.clone().unwrap_or_default();
        let amount = |amount: &SentAmount| match (amount, language) {
            (SentAmount::Exact(money), Language::Russian) => money.to_string().replace('.', ","),
            (other, _) => other.text(),
        };
        match self {
            Self::OrderNumber => transfer.order_number.to_string(),
            Self::LastName => transfer.last_name.clone(),
            Self::FirstName => transfer.first_name.clone(),
            Self::MiddleName => optional(&transfer.middle_name),
            Self::Amount => amount(&transfer.amount),
            Self::Account => transfer.account.clone(),
            Self::Bic => optional(&transfer.bic),
            Self::Currency => transfer.currency.clone(),
            Self::PersonnelNumber => optional(&transfer.personnel_number),
            Self::BirthDate => optional(&transfer.birth_date),
            Self::CardNumber => optional(&transfer.card_number),
            Self::Deduction => transfer.deduction.as_ref().map(amount).unwrap_or_default(),
            Self::Conversion => {
                let part = |part: &Conversion| format!("{} {}", part.percent, part.currency);
                transfer.conversion.iter().map(part).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// Returns the name of a column without what people and programs write differently.
pub(super) fn plain(name: &str) -> String {
    let words = name.split_whitespace().map(|word| word.to_lowercase().replace('ё', "е"));
    let name = words.collect::<Vec<_>>().join(" ");
    name.trim_end_matches(['*', '.', ':', ' ']).to_owned()
}

/// Reads `30 USD, 20 % EUR`.
fn conversions(cell: &str) -> Option<Vec<Conversion>> {
    let parts = cell.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    let part = |part: &str| {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (percent, currency) = part.split_at(digits);
        let currency = currency.trim_start().trim_start_matches('%').trim_start();
        let is_code = currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_code.then_some(())?;
        Some(Conversion { percent: percent.parse().ok()?, currency: currency.to_ascii_uppercase() })
    };
    parts.map(part).collect()
}
