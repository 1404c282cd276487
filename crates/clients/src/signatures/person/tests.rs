use cms::PersonName;

use super::names_person;

fn names(common: &str, surname: &str, given: &str) -> PersonName {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    PersonName { common_name: some(common), surname: some(surname), given_name: some(given) }
}

#[test]
fn a_person_is_named_by_common_name_or_by_surname_and_given_name() {
    for own in [
        names("Иванова Анна Сергеевна", "", ""),
        names("  ИВАНОВА  анна\u{a0}Сергеевна ", "", ""),
        names("ООО «Ромашка»", "Иванова", "Анна Сергеевна"),
    ] {
        assert!(names_person(&own, "Иванова Анна Сергеевна"), "{own:?}");
    }
    assert!(names_person(&names("Артёмов Пётр", "", ""), "Артемов Петр"));
    let (composed, decomposed) = ("Артёмов Андрей", "АРТЕ\u{308}МОВ Андреи\u{306}");
    assert!(names_person(&names(composed, "", ""), decomposed), "{decomposed}");
    assert!(names_person(&names(decomposed, "", ""), composed), "{decomposed}");
    assert!(!names_person(&names("Артёмов Андреи", "", ""), composed), "another letter");
    for other in [
        names("Иванова Анна", "", ""),
        names("Петров Пётр Ильич", "", ""),
        names("", "Иванова", ""),
        names("", "", "Анна Сергеевна"),
        names("Иванова Анна Сергеевна Петровна", "", ""),
        PersonName::default(),
    ] {
        assert!(!names_person(&other, "Иванова Анна Сергеевна"), "{other:?}");
    }
    assert!(!names_person(&names(" ", "", ""), ""), "somebody without a name is nobody");
}
