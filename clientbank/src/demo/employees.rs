//! The employees' accounts of the demo data: `employees_accounts.csv`, computed instead of stored.
//!
//! There are 10,000 accounts 40817 810 K 0000 NNNNNNN with NNNNNNN from 0000101 to 0010100 and the control key K that
//! is right for the bank's BIC, all attached to the salary project of C00001. Number 0000107 is closed.
//!
//! The holder of the account NNNNNNN follows from `i = NNNNNNN - 101`: an even `i` is a man, an odd one a woman; with
//! `h = i / 2`, the surname is entry `h mod 25` of `SURNAMES`, the given name entry `h / 25 mod 20` of the names of
//! the sex and the patronymic entry `h / 500 mod 10`. No two holders have the same full name. Surnames are those that
//! have one form for both sexes. [`holder`] computes it for tests and tours.

use kernel::{AccountNumber, Bic};

pub const SERIAL_FIRST: u32 = 101;
pub const SERIAL_LAST: u32 = 10_100;
/// The serial number of the account that is closed.
pub const SERIAL_CLOSED: u32 = 107;
/// The company whose salary project the accounts are attached to.
pub const SALARY_PROJECT: &str = "C00001";
/// The branch that keeps the accounts.
const BRANCH_ID: &str = "001";

/// Surnames with one form for men and women.
const SURNAMES: &str = "Бондаренко Василенко Гончаренко Демченко Ермоленко Живаго Зинченко Игнатенко \
    Клименко Лысенко Макаренко Назаренко Остапенко Панченко Романенко Савченко Тарасенко Устименко \
    Федоренко Харченко Цыганенко Черненко Шевченко Юрченко Яковенко";

const MALE_NAMES: &str = "Александр Борис Виктор Григорий Дмитрий Евгений Захар Иван Кирилл Леонид Максим \
    Николай Олег Павел Роман Сергей Тимур Фёдор Юрий Ярослав";

const FEMALE_NAMES: &str = "Анна Вера Галина Дарья Елена Жанна Зоя Ирина Кира Лидия Мария Надежда Ольга \
    Полина Раиса Светлана Тамара Ульяна Юлия Яна";

const MALE_PATRONYMICS: &str = "Андреевич Борисович Викторович Дмитриевич Иванович Михайлович Николаевич \
    Олегович Павлович Сергеевич";

const FEMALE_PATRONYMICS: &str = "Андреевна Борисовна Викторовна Дмитриевна Ивановна Михайловна \
    Николаевна Олеговна Павловна Сергеевна";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Holder {
    pub last_name: &'static str,
    pub first_name: &'static str,
    pub middle_name: &'static str,
}

/// The holder of the account with the serial number `serial`; numbers before the first count like the first.
pub fn holder(serial: u32) -> Holder {
    let index = usize::try_from(serial.saturating_sub(SERIAL_FIRST)).unwrap_or_default();
    let half = index / 2;
    let (names, patronymics) = if index.is_multiple_of(2) {
        (MALE_NAMES, MALE_PATRONYMICS)
    } else {
        (FEMALE_NAMES, FEMALE_PATRONYMICS)
    };
    let lists = [SURNAMES, names, patronymics].map(|names| names.split(' ').collect::<Vec<_>>());
    let [surnames, names, patronymics] = &lists;
    Holder {
        last_name: surnames[half % surnames.len()],
        first_name: names[half / surnames.len() % names.len()],
        middle_name: patronymics[half / (surnames.len() * names.len()) % patronymics.len()],
    }
}

/// The number of the account with the serial number `serial` at the bank `bic`; `None` above seven digits.
pub fn account_number(serial: u32, bic: &Bic) -> Option<AccountNumber> {
    let without_key: AccountNumber = format!("4081781000000{serial:07}").parse().ok()?;
    Some(without_key.with_control_key(bic))
}

/// `employees_accounts.csv` of the demo data for the bank `bic`.
pub fn employees_accounts_csv(bic: &Bic) -> String {
    let header = "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum\n";
    let mut csv = String::from(header);
    for serial in SERIAL_FIRST..=SERIAL_LAST {
        let Some(number) = account_number(serial, bic) else { continue };
        let status = if serial == SERIAL_CLOSED { '0' } else { '1' };
        let Holder { last_name, first_name, middle_name } = holder(serial);
        let row = format!(
            "{number},{status},{BRANCH_ID},{last_name},{first_name},{middle_name},{SALARY_PROJECT}\n"
        );
        csv.push_str(&row);
    }
    csv
}

#[cfg(test)]
mod tests;
