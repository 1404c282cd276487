//! Payroll statements in every state that lasts.

use clients::SignatureType;
use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::{AccountNumber, Bic, Money};
use payroll::StatementId;
use payroll::income::Income;
use payroll::roll::{Roll, RollTerms};
use payroll::statement::StatementHeader;
use payroll::work::rolls::{Source, make, prepare};
use payroll::work::{HowSigned, Origin, delete, detail, sign, sign_wrongly};

use super::files::import_file;
use super::{LifeError, People, Person, Scene};
use crate::demo::employees::{Holder, SERIAL_CLOSED, account_number, holder};

const ROMASHKA: &str = "40702810600000000001";
const VASILEK: &str = "40702810700000000011";
const KOLOS: &str = "40702810800000000021";
/// A bank that the demo's does not know: a warning.
const UNKNOWN_BIC: &str = "044525997";
/// Days ahead of a statement that waits for its day.
const DAYS_AHEAD: i64 = 5;
/// The money that the statements below pay out of the account of C00001, in kopecks. It comes in again, so that the
/// balance is the one that the demo's description names.
const PAID_MINOR: i64 = 24_000_000;

/// A list of employees by their serial numbers, each with the same amount.
struct List {
    name: &'static str,
    serials: &'static [u32],
    roubles: i64,
    bic: &'static str,
    /// The first employee has no surname.
    is_faulty: bool,
}

const fn list(name: &'static str, serials: &'static [u32], roubles: i64) -> List {
    List { name, serials, roubles, bic: "", is_faulty: false }
}

pub(super) async fn live(scene: &Scene<'_>, people: &People) -> Result<(), LifeError> {
    let People { ivanova, ivanova_of_vasilek, petrov, sidorov } = people;
    let (first, second) = (SignatureType::First, SignatureType::Second);
    let made = |who, account, of| statement(scene, who, account, of, None);

    let executed = made(ivanova, ROMASHKA, list("Зарплата, офис", &[101, 102, 103], 50_000)).await?;
    let partly = list("Зарплата, склад", &[104, 105, SERIAL_CLOSED], 45_000);
    let partly = made(ivanova, ROMASHKA, partly).await?;
    made(petrov, ROMASHKA, list("Премия за квартал", &[108, 109], 30_000)).await?;
    let awaits_second = made(ivanova, ROMASHKA, list("Отпускные", &[110, 111], 62_500)).await?;
    let awaits_first = made(petrov, ROMASHKA, list("Аванс", &[112, 113, 114], 20_000)).await?;
    let faulty = List {
        is_faulty: true, ..list("Зарплата, новые сотрудники", &[115, 116], 41_000)
    };
    made(ivanova, ROMASHKA, faulty).await?;
    let warned = List {
        bic: UNKNOWN_BIC, ..list("Зарплата на счета в другом банке", &[201, 202], 38_000)
    };
    made(ivanova, ROMASHKA, warned).await?;
    let withdrawn = made(petrov, ROMASHKA, list("Материальная помощь", &[117], 15_000)).await?;
    // More than the account has.
    let declined = made(ivanova_of_vasilek, VASILEK, list("Зарплата", &[118, 119, 120], 400_000)).await?;
    made(sidorov, KOLOS, list("Зарплата", &[121, 122], 35_000)).await?;
    let refused = made(sidorov, KOLOS, list("Премия", &[125], 12_000)).await?;
    let now = scene.surroundings.clock.now();
    let day = scene.payroll.settings.zone.date_of(now).checked_add(DAYS_AHEAD.days())?;
    let scheduled = list("Аванс", &[123, 124], 25_000);
    let scheduled = statement(scene, sidorov, KOLOS, scheduled, Some(day)).await?;
    scene.work().await?;

    for (who, id, kind) in [
        (ivanova, executed, first),
        (petrov, executed, second),
        (ivanova, partly, first),
        (petrov, partly, second),
        (ivanova, awaits_second, first),
        (petrov, awaits_first, second),
        (ivanova_of_vasilek, declined, first),
        (sidorov, scheduled, first),
    ] {
        let version = header(scene, who, id).await?.version;
        let how = HowSigned::Confirmed(kind);
        sign(&scene.payroll, &origin(who), id, version, how).await?;
    }
    sign_wrongly(&scene.payroll, &header(scene, sidorov, refused).await?).await?;
    let version = header(scene, petrov, withdrawn).await?.version;
    delete(&scene.payroll, &origin(petrov), withdrawn, version).await?;
    // A list that nobody has made into a statement yet.
    roll(scene, ivanova, ROMASHKA, &list("Зарплата за следующий месяц", &[101, 102, 103, 104], 50_000), None)
        .await?;
    scene.work().await?;
    import_file(scene, "payments", &payments(scene)).await
}

async fn header(scene: &Scene<'_>, who: &Person, id: StatementId) -> Result<StatementHeader, LifeError> {
    Ok(detail(&scene.payroll, &origin(who), id).await?.header)
}

fn origin(who: &Person) -> Origin {
    Origin::of_request(who.user.clone(), who.cnum.clone())
}

/// Makes a list into a statement, as on the pages.
async fn statement(
    scene: &Scene<'_>,
    who: &Person,
    account: &str,
    of: List,
    date: Option<Date>,
) -> Result<StatementId, LifeError> {
    let (id, terms) = roll(scene, who, account, &of, date).await?;
    Ok(make(&scene.payroll, &origin(who), id, terms, None).await?)
}

async fn roll(
    scene: &Scene<'_>,
    who: &Person,
    account: &str,
    of: &List,
    date: Option<Date>,
) -> Result<(payroll::roll::RollId, RollTerms), LifeError> {
    let (roll, _) = Roll::read(file(scene, of)?.as_bytes())?;
    let account: AccountNumber = account.parse()?;
    let terms = RollTerms {
        account: Some(account),
        income: Income { enrollment_code: "01".to_owned(), code: Some(1) },
        purpose: Some(of.name.to_owned()),
        date,
        period: None,
    };
    let source = Source::File { name: format!("{}.csv", of.name), roll, terms: terms.clone() };
    let id = prepare(&scene.payroll, &origin(who), source).await?;
    Ok((id, terms))
}

/// The list as a table that people make.
fn file(scene: &Scene<'_>, of: &List) -> Result<String, LifeError> {
    let mut text = "Фамилия;Имя;Отчество;Сумма;Счёт;БИК\n".to_owned();
    let bic: Bic = if of.bic.is_empty() { scene.payroll.settings.bic.clone() } else { of.bic.parse()? };
    for (index, serial) in of.serials.iter().enumerate() {
        let Holder { last_name, first_name, middle_name } = holder(*serial);
        let last_name = if of.is_faulty && index == 0 { "" } else { last_name };
        let account = account_number(*serial, &bic).ok_or("no such account")?;
        let row = format!("{last_name};{first_name};{middle_name};{},00;{account};{}\n", of.roubles, of.bic);
        text.push_str(&row);
    }
    Ok(text)
}

/// Payments of customers, as the bank's core has booked them.
fn payments(scene: &Scene<'_>) -> String {
    let now = scene.surroundings.clock.now();
    let (moment, day) =
        (scene.payroll.settings.zone.date_time_text(now), scene.payroll.settings.zone.date_of(now));
    let large = Money::from_minor(PAID_MINOR - 4_000_000);
    let small = Money::from_minor(4_000_000);
    let head = "payment_id,account,amount,posted_at,value_date,purpose,document_number,counterparty_name,\
         counterparty_account,counterparty_inn,counterparty_kpp,counterparty_bic\n";
    let row = |id: &str, amount: Money, purpose: &str, number: u32| {
        format!(
            "{id},{ROMASHKA},{amount},{moment},{day},{purpose},{number},ООО «Лютик»,40702810500000000031,7707083893,\
             770701001,044525998\n"
        )
    };
    let one = row("DEMO-1", large, "Оплата по договору поставки № 14. НДС не облагается", 118);
    let other = row("DEMO-2", small, "Доплата по счёту № 27. НДС не облагается", 121);
    [head, &one, &other].concat()
}
