use super::lexical::{Decimal, base64_length, date, date_time, is_zoned, time, year, year_month};
use super::pattern::Pattern;
use super::{Schema, Type};

#[test]
fn dates_are_days_that_exist() {
    for good in [
        "2024-02-29",
        "2000-02-29",
        "2026-12-31Z",
        "2026-01-01+14:00",
        "2026-01-01-13:59",
        "-0001-01-01",
        "12026-01-01",
    ] {
        assert!(is_zoned(good, date), "{good}");
    }
    for bad in [
        "",
        "2023-02-29",
        "1900-02-29",
        "2026-04-31",
        "2026-00-01",
        "2026-13-01",
        "2026-01-00",
        "0000-01-01",
        "02026-01-01",
        "226-01-01",
        "2026-1-01",
        "2026-01-01+14:01",
        "2026-01-01+1:00",
        "2026-01-01z",
        "2026-01-01 ",
        "+2026-01-01",
        "2026-01-01T",
        "２026-01-01",
        "1234567890123456789-01-01",
    ] {
        assert!(!is_zoned(bad, date), "{bad}");
    }
}

#[test]
fn times_are_moments_that_exist() {
    for good in [
        "2026-01-31T09:30:00",
        "2026-01-31T24:00:00.000",
        "2026-01-31T23:59:59.999999999999999Z",
        "2026-01-31T00:00:00-05:30",
    ] {
        assert!(is_zoned(good, date_time), "{good}");
    }
    for bad in [
        "2026-01-31",
        "2026-01-31T24:00:01",
        "2026-01-31T24:00:00.1",
        "2026-01-31T23:60:00",
        "2026-01-31T23:59:60",
        "2026-01-31T09:30",
        "2026-01-31T09:30:00.",
        "2026-01-31 09:30:00",
        "2026-02-30T09:30:00",
        "2026-01-31T9:30:00",
    ] {
        assert!(!is_zoned(bad, date_time), "{bad}");
    }
    assert!(is_zoned("09:30:00Z", time) && !is_zoned("9:30", time));
    assert!(is_zoned("2026+03:00", year) && !is_zoned("26", year));
    assert!(is_zoned("2026-12", year_month) && !is_zoned("2026-13", year_month));
    assert!(!is_zoned("2026-12-01", year_month));
}

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

#[test]
fn decimals_count_the_digits_of_their_value() {
    for (text, digits, fraction) in [
        ("0", 1, 0),
        ("-0.000", 1, 0),
        ("007.10", 2, 1),
        ("0.00001", 5, 5),
        (".5", 1, 1),
        ("5.", 1, 0),
        ("+12.345", 5, 3),
        ("100", 3, 0),
        ("1000000000000000000000000000000.0", 31, 0),
    ] {
        assert_eq!((decimal(text).digits(), decimal(text).fraction_digits()), (digits, fraction), "{text}");
    }
    for bad in ["", ".", "-", "+-1", "1e5", "1,5", "1 0", " 1", "٣", "1.2.3", "0x1", "INF"] {
        assert!(Decimal::parse(bad).is_none(), "{bad}");
    }
}

#[test]
fn decimals_are_compared_by_value() {
    let ordered = [
        "-100",
        "-9.5",
        "-9.05",
        "-0.1",
        "0",
        "0.05",
        "0.5",
        "9",
        "10",
        "99999999999999999999",
        "100000000000000000000",
    ];
    for (index, one) in ordered.iter().enumerate() {
        for (other_index, other) in ordered.iter().enumerate() {
            assert_eq!(decimal(one).compare(&decimal(other)), index.cmp(&other_index), "{one} {other}");
        }
    }
    assert!(decimal("-0").compare(&decimal("0.000")).is_eq());
    assert!(decimal("1.50").compare(&decimal("01.5")).is_eq());
}

#[test]
fn base_64_is_counted_in_bytes() {
    for (text, length) in
        [("", 0), ("AAAA", 3), ("AAA=", 2), ("AA==", 1), ("A A A A", 3), ("AA =  =", 1), ("+/9Q", 3)]
    {
        assert_eq!(base64_length(text), Some(length), "{text}");
    }
    for bad in ["A", "AA", "AAA", "A===", "====", "AB==", "AAB=", "AA==AAAA", "AA-_", "АААА", "AAAA="] {
        assert_eq!(base64_length(bad), None, "{bad}");
    }
}

#[test]
fn patterns_are_those_of_xml_schema() {
    for (pattern, good, bad) in [
        ("[A-Z]{3,3}", "RUB", "RUBL"),
        ("a|bc", "bc", "abc"),
        ("^a$", "^a$", "a"),
        ("a.c", "aжc", "a\nc"),
        (r"\+[0-9]{1,3}-[0-9()+\-]{1,30}", "+7-(495)-1", "+7-495 1"),
        (r"[^\-a]+", "bж", "b-"),
        (r"[a\-z]+", "a-z", "b"),
        ("[a-]+", "a-", "b"),
        (r"[\p{Lu}0-9]*", "Ж7", "ж"),
        (r"\s?\w{2}", " ёж", " е."),
        ("(ab){2}c?", "ababc", "abc"),
        (r"\\\.\t", "\\.\t", "\\x\t"),
        (r"[&&~~]+", "&~", "x"),
        ("", "", "a"),
    ] {
        let compiled = Pattern::compile(&[pattern]).unwrap();
        assert!(compiled.fits(good) && !compiled.fits(bad), "{pattern}");
        let open = pattern.starts_with("[^");
        assert!(open || !compiled.fits(&format!("{good}\n")), "{pattern}: the whole text");
    }
    for bad in [
        "(",
        ")",
        "[",
        "[]",
        "a**",
        "a{2}{3}",
        "a{x}",
        "(?:a)",
        "[a-[b]]",
        "[z-a]",
        r"\i",
        r"\p{IsCyrillic}",
        "a{1000000}",
        "\\",
        "]",
        "}",
    ] {
        assert!(Pattern::compile(&[bad]).is_err(), "{bad}");
    }
    let either = Pattern::compile(&["a", "b{2}"]).unwrap();
    assert!(either.fits("a") && either.fits("bb") && !either.fits("ab"));
}

const HEAD: &str = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='u' targetNamespace='u' \
    elementFormDefault='qualified'>";

fn load(inside: &str) -> Result<Schema, String> {
    Schema::load("x.xsd", &format!("{HEAD}{inside}</xs:schema>")).map_err(|error| error.reason)
}

#[test]
fn restrictions_of_restrictions_only_narrow() {
    let schema = load(
        "<xs:element name='a' type='B'/>
         <xs:simpleType name='A'><xs:restriction base='xs:token'><xs:maxLength value='3'/><xs:pattern \
         value='[a-c]*'/></xs:restriction></xs:simpleType>
         <xs:simpleType name='B'><xs:restriction base='A'><xs:maxLength value='9'/><xs:minLength \
         value='2'/><xs:pattern value='[b-d]*'/></xs:restriction></xs:simpleType>",
    )
    .unwrap();
    let Some(Type::Text { text, .. }) = schema.content(schema.root("a").unwrap().content) else {
        panic!("a text")
    };
    for (value, good) in [
        ("bc", true),
        (" b\n", false),
        (" bc ", true),
        ("bcbc", false),
        ("ac", false),
        ("cd", false),
        ("b", false),
    ] {
        assert_eq!(text.check(value).is_ok(), good, "{value:?}");
    }
}

#[test]
fn groups_in_which_an_element_could_take_two_places_are_refused() {
    let group = |inside: &str| {
        load(&format!("<xs:element name='r'><xs:complexType>{inside}</xs:complexType></xs:element>"))
    };
    let a = "<xs:element name='a' type='xs:string'/>";
    let optional = "<xs:element name='a' type='xs:string' minOccurs='0'/>";
    let b = "<xs:element name='b' type='xs:string' minOccurs='0'/>";
    let any = "<xs:any minOccurs='0' maxOccurs='unbounded' processContents='lax'/>";
    let other = "<xs:any namespace='##other' processContents='lax'/>";
    for bad in [
        format!("<xs:sequence>{optional}{a}</xs:sequence>"),
        format!("<xs:sequence>{optional}{b}{a}</xs:sequence>"),
        format!("<xs:sequence>{any}{a}</xs:sequence>"),
        format!("<xs:sequence>{any}{other}</xs:sequence>"),
        format!("<xs:choice>{a}{a}</xs:choice>"),
        format!("<xs:choice>{a}{any}</xs:choice>"),
    ] {
        assert!(group(&bad).is_err_and(|reason| reason.contains("an element may be both")), "{bad}");
    }
    for good in [
        format!("<xs:sequence>{a}{a}</xs:sequence>"),
        format!("<xs:sequence>{optional}{other}{a}</xs:sequence>"),
        format!("<xs:sequence>{a}{b}{any}</xs:sequence>").replace("<xs:any ", "<xs:any namespace='##other' "),
        format!("<xs:choice>{a}{b}{other}</xs:choice>"),
    ] {
        assert!(group(&good).is_ok(), "{good}");
    }
}
