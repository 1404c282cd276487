//! A table of filters with the rows that each must select, worked out by hand.

use testkit::{Bench, on_both_engines};

use super::rows::{Row, ids, with_rows};

/// 2026-01-01T00:00:00Z.
const NEW_YEAR_US: i64 = 1_767_225_600_000_000;

/// Twelve rows with the stumbling blocks of filters.
pub(crate) fn rows() -> Vec<Row> {
    let row = |id: i64, state, name: &str, note: Option<&str>, rank, after_us: i64| Row {
        id,
        state,
        name: name.to_owned(),
        note: note.map(str::to_owned),
        rank,
        created_at_us: NEW_YEAR_US + after_us,
    };
    vec![
        row(1, "UNSIGNED", "Базовый", None, Some(5), 0),
        row(2, "SIGNED", "Базовый плюс", Some("скидка 5%"), Some(-3), 1),
        row(3, "DONE", "базовый", Some(""), Some(i64::MIN), 2_000_000),
        row(4, "SIGNED", "Basic", Some("a*b"), Some(3), 3_000_000),
        row(5, "SIGNED", "basic", Some("a_b"), None, 3_600_000_000),
        row(6, "DECLINED", "Basic*", Some("it's"), None, 7_200_000_000),
        row(7, "DONE", "Баз", Some("\"quoted\""), None, 86_400_000_000),
        row(8, "UNSIGNED", "abcabc", Some("C:\\temp"), Some(0), 90_000_000_000),
        row(9, "SIGNED", "aXbXcXb", Some("(;,)"), Some(i64::MIN), 100_000_000_000),
        row(10, "DONE", "", None, None, 200_000_000_000),
        row(11, "SIGNED", "Ёж 🦔", Some("%"), None, 300_000_000_000),
        row(12, "UNSIGNED", "\u{10ffff}z", Some("_"), None, -NEW_YEAR_US - 1),
    ]
}

const ALL: [i64; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

const INTEGERS: [(&str, &[i64]); 20] = [
    ("id==7", &[7]),
    ("id!=7", &[1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12]),
    ("id=lt=3", &[1, 2]),
    ("id<3", &[1, 2]),
    ("id=le=3", &[1, 2, 3]),
    ("id<=3", &[1, 2, 3]),
    ("id=gt=10", &[11, 12]),
    ("id>10", &[11, 12]),
    ("id=ge=10", &[10, 11, 12]),
    ("id>=10", &[10, 11, 12]),
    ("id=in=(3,1,99,3)", &[1, 3]),
    ("id=in=3", &[3]),
    ("id=out=(1,2,3,4,5,6,7,8)", &[9, 10, 11, 12]),
    ("id==(5)", &[5]),
    ("id=='5'", &[5]),
    ("id==007", &[7]),
    ("rank==-9223372036854775808", &[3, 9]),
    ("rank<9223372036854775807", &[1, 2, 3, 4, 8, 9]),
    ("rank!=5", &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("rank=out=(5,-3,0,3)", &[3, 5, 6, 7, 9, 10, 11, 12]),
];

const NAMES: [(&str, &[i64]); 7] = [
    ("state==UNSIGNED", &[1, 8, 12]),
    ("state!=SIGNED", &[1, 3, 6, 7, 8, 10, 12]),
    ("state=in=(DONE,DECLINED)", &[3, 6, 7, 10]),
    ("state=out=(DONE,DECLINED,SIGNED)", &[1, 8, 12]),
    ("state=='DONE'", &[3, 7, 10]),
    ("state==\"DONE\" and id>3", &[7, 10]),
    ("state==UNSIGNED;state==SIGNED", &[]),
];

const MOMENTS: [(&str, &[i64]); 12] = [
    ("createdAt==2026-01-01T00:00:00Z", &[1]),
    ("createdAt==2026-01-01T03:00:00+03:00", &[1]),
    ("createdAt==2025-12-31T19:00:00.000001-05:00", &[2]),
    ("createdAt!=2026-01-01T00:00:00.000000Z", &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("createdAt<2026-01-01T00:00:00Z", &[12]),
    ("createdAt<=2026-01-01T00:00:00.000001Z", &[1, 2, 12]),
    ("createdAt>=2026-01-02T00:00:00Z", &[7, 8, 9, 10, 11]),
    ("createdAt>2026-01-02T00:00:00Z", &[8, 9, 10, 11]),
    ("createdAt=ge=2026-01-01T01:00:00Z;createdAt=lt=2026-01-02T00:00:00Z", &[5, 6]),
    ("createdAt==1969-12-31T23:59:59.999999Z", &[12]),
    ("createdAt=in=(2026-01-01T00:00:00Z,'2026-01-01T00:00:02Z')", &[1, 3]),
    ("createdAt=out=(2026-01-01T00:00:00Z);id<4", &[2, 3]),
];

const TEXTS: [(&str, &[i64]); 33] = [
    ("name==Базовый", &[1]),
    ("name==базовый", &[3]),
    ("name=='Базовый плюс'", &[2]),
    ("name==Basic", &[4]),
    ("name=='Basic\\*'", &[6]),
    ("name==''", &[10]),
    ("name!=Basic", &[1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("name=in=(Basic,basic,'Ёж 🦔')", &[4, 5, 11]),
    ("name=out=(Basic,basic)", &[1, 2, 3, 6, 7, 8, 9, 10, 11, 12]),
    ("name<a", &[4, 6, 10]),
    ("name<=Basic", &[4, 10]),
    ("name>basic", &[1, 2, 3, 7, 11, 12]),
    ("name>=базовый", &[3, 12]),
    ("name=lt=Ж", &[1, 2, 4, 5, 6, 7, 8, 9, 10, 11]),
    ("note==''", &[3]),
    ("note=='a\\*b'", &[4]),
    ("note==a_b", &[5]),
    ("note=='it\\'s'", &[6]),
    ("note==\"it's\"", &[6]),
    ("note=='\"quoted\"'", &[7]),
    ("note==\"\\\"quoted\\\"\"", &[7]),
    ("note==C:\\temp", &[8]),
    ("note=='C:\\\\temp'", &[8]),
    ("note=='(;,)'", &[9]),
    ("note==%", &[11]),
    ("note==_", &[12]),
    ("note!=''", &[1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("note=out=('',%,_)", &[1, 2, 4, 5, 6, 7, 8, 9, 10]),
    ("note>=''", &[2, 3, 4, 5, 6, 7, 8, 9, 11, 12]),
    ("note<a", &[3, 7, 8, 9, 11, 12]),
    ("note=='скидка 5%'", &[2]),
    ("note=='e\u{301}'", &[]),
    ("name=='ёж 🦔'", &[]),
];

const WILDCARDS: [(&str, &[i64]); 36] = [
    ("name==*", &ALL),
    ("name!=*", &[]),
    ("note==*", &[2, 3, 4, 5, 6, 7, 8, 9, 11, 12]),
    ("note!=*", &[1, 10]),
    ("name==Баз*", &[1, 2, 7]),
    ("name==баз*", &[3]),
    ("name==*ый", &[1, 3]),
    ("name==*азов*", &[1, 2, 3]),
    ("name==Б*с", &[2]),
    ("name==Basic*", &[4, 6]),
    ("name=='Basic\\**'", &[6]),
    ("name=='*\\*'", &[6]),
    ("name==abc*abc", &[8]),
    ("name==abca*bc", &[8]),
    ("name==abcab*abc", &[]),
    ("name==*abc*abc*", &[8]),
    ("name==*abc*abc*abc*", &[]),
    ("name==*a*b*c*", &[8, 9]),
    ("name==a*X*X*X*b", &[9]),
    ("name==a*X*X*X*X*b", &[]),
    // A part in the middle overlaps neither the beginning nor the end.
    ("name==a*cXb*b", &[]),
    ("name==aXb*bXc*b", &[]),
    ("name==*X*bX*", &[9]),
    ("name==*b", &[9]),
    ("name=='*🦔'", &[11]),
    ("name=='Ёж*🦔'", &[11]),
    ("name=='* *'", &[2, 11]),
    ("name=='\u{10ffff}*'", &[12]),
    ("name==*z", &[12]),
    ("note==*%", &[2, 11]),
    ("note==a*b", &[4, 5]),
    ("note=='*\\\\*'", &[8]),
    ("name!=*а*", &[4, 5, 6, 8, 9, 10, 11, 12]),
    ("note!=*b*", &[1, 2, 3, 6, 7, 8, 9, 10, 11, 12]),
    ("name=in=(Баз*,*ic,abcabc)", &[1, 2, 4, 5, 7, 8]),
    ("note=out=(*b,*s*,'')", &[1, 2, 7, 8, 9, 10, 11, 12]),
];

const COMBINATIONS: [(&str, &[i64]); 16] = [
    ("id==1,id==2", &[1, 2]),
    ("id==1 or id==2", &[1, 2]),
    ("id>1;id<4", &[2, 3]),
    ("id>1 and id<4", &[2, 3]),
    ("id==1,id>10;state==SIGNED", &[1, 11]),
    ("(id==1,id>10);state==SIGNED", &[11]),
    ("state==SIGNED;id>10,id==1", &[1, 11]),
    ("id==1 or id>10 and state==SIGNED", &[1, 11]),
    ("(id==1 or id>10) and state==SIGNED", &[11]),
    ("((id==1),((id==2)))", &[1, 2]),
    ("(id<3,id>10);(state==SIGNED,state==UNSIGNED);name==*", &[1, 2, 11, 12]),
    (" id == 1 ,\tid == 2 ", &[1, 2]),
    ("id==1 OR id==2 AND id==2", &[1, 2]),
    ("note!=x;rank!=1;state!=DONE;id!=1", &[2, 4, 5, 6, 8, 9, 11, 12]),
    ("name==or,name==and", &[]),
    ("note!=*;rank==5,id==3", &[1, 3]),
];

on_both_engines! {
    async fn filters_select_the_rows_they_must(bench: Bench) {
        with_rows(&bench, &rows()).await;
        for (filter, expected) in [&INTEGERS[..], &NAMES, &MOMENTS, &TEXTS, &WILDCARDS, &COMBINATIONS].concat() {
            assert_eq!(ids(&bench.store, filter).await, expected, "{filter}");
        }
    }
}
