use kernel::Money;

use super::read;
use crate::roll::{FileError, Roll};
use crate::transfer::SentAmount;

/// A register of two employees; `{}` stands for the control sums.
fn register(sums: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<СчетаПК xmlns="http://v8.1c.ru/edi/edi_stnd/109" ДатаФормирования="2026-11-20" НомерДоговора="7"
    НаименованиеОрганизации="ООО Ромашка" ИНН="7707123458" РасчетныйСчетОрганизации="40702810600000000001"
    БИК="044525999" НомерРеестра="17" ДатаРеестра="2026-11-20">
  <ЗачислениеЗарплаты>
    <Сотрудник Нпп="1"><Фамилия>Смирнова</Фамилия><Имя>Анна</Имя><Отчество>Петровна</Отчество>
      <ОтделениеБанка>8615</ОтделениеБанка><ЛицевойСчет>40817810000000000101</ЛицевойСчет><Сумма>100.50</Сумма>
      <КодВалюты>810</КодВалюты><ОбщаяСуммаУдержаний>0.00</ОбщаяСуммаУдержаний></Сотрудник>
    <Сотрудник Нпп="2"><Фамилия>Орлов</Фамилия><Имя>Пётр</Имя><ЛицевойСчет>40817810000000000102</ЛицевойСчет>
      <Сумма>200</Сумма><КодВалюты>840</КодВалюты><ОбщаяСуммаУдержаний>9.03</ОбщаяСуммаУдержаний><БИК>044525998</БИК></Сотрудник>
  </ЗачислениеЗарплаты>
  <ВидЗачисления>02</ВидЗачисления><КодВидаДохода>1</КодВидаДохода>{sums}
</СчетаПК>"#
    )
}

const SUMS: &str = "<КонтрольныеСуммы><КоличествоЗаписей>2</КоличествоЗаписей><СуммаИтого>300.50</СуммаИтого></КонтрольныеСуммы>";

#[test]
fn a_register_becomes_a_roll_with_terms() {
    for text in [
        register(SUMS),
        register(""),
        register(SUMS).replace(" xmlns=\"http://v8.1c.ru/edi/edi_stnd/109\"", ""),
    ] {
        let (roll, terms) = read(&text).unwrap();
        assert_eq!(terms.account.unwrap().as_str(), "40702810600000000001");
        assert_eq!((terms.income.enrollment_code.as_str(), terms.income.code), ("02", Some(1)));
        assert_eq!(roll.total(), Some(Money::from_minor(30_050)));
        let (first, faulty) = roll.transfer(1, &roll.rows[0]);
        assert!(faulty.is_empty());
        assert_eq!((first.last_name.as_str(), first.middle_name.as_deref()), ("Смирнова", Some("Петровна")));
        assert_eq!((first.account.as_str(), first.currency.as_str()), ("40817810000000000101", "RUR"));
        assert_eq!((first.deduction, first.bic), (None, None));
        let (second, _) = roll.transfer(2, &roll.rows[1]);
        assert_eq!((second.order_number, second.currency.as_str()), (2, "840"));
        assert_eq!(second.deduction, Some(SentAmount::Exact(Money::from_minor(903))));
        assert_eq!(second.bic.as_deref(), Some("044525998"));
    }
}

#[test]
fn windows_1251_is_read_too() {
    let text = register(SUMS).replace("UTF-8", "windows-1251");
    let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(&text);
    assert_eq!(Roll::read(&bytes), read(&register(SUMS)));
}

#[test]
fn control_sums_that_do_not_agree_are_refused() {
    for (right, wrong) in [
        ("300.50", "300.51"),
        ("300.50", "1e3"),
        ("300.50", "3005e-1"),
        // As people write it, and as no program does.
        ("300.50", "300,50"),
        (">2<", ">3<"),
        (">2<", ">two<"),
    ] {
        assert_eq!(read(&register(&SUMS.replace(right, wrong))), Err(FileError::ControlSums), "{wrong}");
    }
}

#[test]
fn what_is_no_register_is_refused() {
    let bomb = format!("<!DOCTYPE a [<!ENTITY b \"{}\">]>{}", "b".repeat(100), register(SUMS));
    for text in ["<a/>", "<СчетаПК", "<СчетаПК xmlns=\"http://example.com\"/>", &bomb] {
        assert_eq!(read(text), Err(FileError::NoRegister), "{text}");
    }
    assert_eq!(read("<СчетаПК><ЗачислениеЗарплаты/></СчетаПК>"), Err(FileError::NoRows));
    let deep = format!("{}{}", "<а>".repeat(100_000), "</а>".repeat(100_000));
    assert_eq!(read(&deep), Err(FileError::NoRegister));
    let employee = "<Сотрудник><Сумма>1</Сумма></Сотрудник>".repeat(10_001);
    let found = read(&format!("<СчетаПК><ЗачислениеЗарплаты>{employee}</ЗачислениеЗарплаты></СчетаПК>"));
    assert_eq!(found, Err(FileError::Unreadable(sheets::Unreadable::TooManyRows { max: 10_001 })));
}

#[test]
fn security_01_a_register_as_programs_write_it_is_read_as_before() {
    let plain = read(&register(SUMS)).unwrap();
    let prefixed = register(SUMS)
        .replace("xmlns=", "xmlns:ф=")
        .replace("</", "</ф:")
        .replace("<С", "<ф:С")
        .replace("<З", "<ф:З")
        .replace("<Ф", "<ф:Ф")
        .replace("<И", "<ф:И")
        .replace("<О", "<ф:О")
        .replace("<Л", "<ф:Л")
        .replace("<К", "<ф:К")
        .replace("<Б", "<ф:Б")
        .replace("<В", "<ф:В");
    for (how, text) in [
        ("a comment inside of a value", register(SUMS).replace("100.50", "100<!-- roubles -->.50")),
        ("a section", register(SUMS).replace("Смирнова", "<![CDATA[Смирнова]]>")),
        ("references", register(SUMS).replace("Анна", "&#x410;нна")),
        ("an instruction", register(SUMS).replace("<СчетаПК ", "<?xml-stylesheet href='a.xsl'?>\n<СчетаПК ")),
        ("no declaration", register(SUMS).replace("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "")),
        ("lines of Windows", register(SUMS).replace('\n', "\r\n")),
        (
            "unknown elements with elements",
            register(SUMS).replace("<Имя>", "<Адрес><Имя>Дом</Имя></Адрес><Имя>"),
        ),
        ("empty sums", register("<КонтрольныеСуммы><СуммаИтого/></КонтрольныеСуммы>")),
        (
            "a schema",
            register(SUMS).replace(
                "НомерРеестра=",
                "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' \
            xsi:schemaLocation='a b' НомерРеестра=",
            ),
        ),
        ("prefixes", prefixed),
    ] {
        assert_eq!(read(&text).as_ref(), Ok(&plain), "{how}");
    }
}

fn numbered(count: usize, each: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |all, number| all + &each(number))
}

/// A file that would keep a reader busy for minutes is refused where it begins.
#[test]
fn security_01_a_register_of_nested_namespaces_is_refused_at_once() {
    let nested = |count: usize| -> String {
        let begin: String = numbered(count, |number| format!("<а xmlns:n{number}='u{number}'>"));
        format!("<СчетаПК>{begin}{}</СчетаПК>", "</а>".repeat(count))
    };
    let attributes = |count: usize| -> String {
        let attributes: String = numbered(count, |number| format!(" a{number}=''"));
        format!("<СчетаПК{attributes}/>")
    };
    let wide = format!("<СчетаПК>{}</СчетаПК>", "<а/>".repeat(600_001));
    let number = format!(
        "<СчетаПК><ЗачислениеЗарплаты><Сотрудник Нпп='{}'/></ЗачислениеЗарплаты></СчетаПК>",
        "1".repeat(1_001)
    );
    for text in [nested(100_000), attributes(500_000), wide] {
        let (read, time) = testkit::processor_time(|| read(&text));
        assert_eq!(read, Err(FileError::NoRegister));
        assert!(time.as_secs() < 10, "{time:?}");
    }
    assert_eq!(
        read(&number),
        Err(FileError::Unreadable(sheets::Unreadable::CellTooLong { row: 1, max: 1_000 }))
    );
    // In a value an element has no place: one reader sees 1, another 100.
    let split = register(SUMS).replace("100.50", "1<b/>00.50");
    assert_eq!(read(&split), Err(FileError::NoRegister));
}

/// The longest work that a register can ask for within an upload of 8 MiB: as many tags as fit, or attributes.
#[test]
fn security_01_the_worst_registers_take_little_time() {
    let part = if cfg!(debug_assertions) { 16 } else { 1 };
    let bytes = 8 * 1024 * 1024 / part;
    let attributes: String = numbered(64, |number| format!(" a{number}=''"));
    let prefixes: String = numbered(15, |number| format!(" xmlns:n{number}='u{number}'"));
    let with_prefixes: String = numbered(15, |number| format!(" n{number}:a=''"));
    let tag = |attributes: &str| format!("<а{attributes}/>");
    let wrapped = |inside: &str| {
        let inside = inside.repeat(bytes / inside.len());
        format!("<СчетаПК{prefixes}><ЗачислениеЗарплаты>{inside}</ЗачислениеЗарплаты></СчетаПК>")
    };
    let deep = format!("{}{}", "<а>".repeat(29), "</а>".repeat(29));
    let employee = "<Сотрудник Нпп='1'><Фамилия>&#1071;</Фамилия><Имя>А</Имя><Сумма>1</Сумма></Сотрудник>";
    for (what, text) in [
        ("tags with many attributes", wrapped(&tag(&attributes))),
        ("tags with many prefixes", wrapped(&tag(&with_prefixes))),
        ("tags", wrapped("<а/>")),
        ("deep tags", wrapped(&deep)),
        ("references", wrapped("&#1071;")),
        ("comments", wrapped("<!---->")),
        ("sections", wrapped("<![CDATA[]]>")),
        ("employees", wrapped(employee)),
    ] {
        let (found, time) = testkit::processor_time(|| read(&text).map(|(roll, _)| roll.rows.len()));
        println!("{what}: {} KiB, {} ms: {found:?}", text.len() / 1024, time.as_millis());
        assert!(time.as_secs() < 2, "{what}: {time:?}");
    }
}
