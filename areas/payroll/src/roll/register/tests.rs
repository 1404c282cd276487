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
        assert_eq!((terms.enrollment_code.as_deref(), terms.income_code), (Some("02"), Some(1)));
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
    for (right, wrong) in [("300.50", "300.51"), ("300.50", "1e3"), (">2<", ">3<")] {
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
