//! Lists of a company's statements, and those of them that wait for people, as rows.

use jiff::civil::Date;
use kernel::{Cnum, UserId, folded};
use store::{DynamicQuery, Result, Row, Selected as _, Tx, params};

use crate::filter::{Among, Filter, LIST_LIMIT_MAX, Order, Search};
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::statement::StatementHeader;
use crate::waiting::{WAITING_STATUSES, WaitingStatement};

/// Writes a text of the database in small letters, like [`folded`]. SQLite's `lower` knows those of ASCII alone, and
/// PostgreSQL's what the locale of the database knows, so each letter of the Russian alphabet is replaced.
macro_rules! folded {
    ($text:literal) => {
        folded!(@ concat!("lower(", $text, ")"), "\u{410}" "\u{430}", "\u{411}" "\u{431}", "\u{412}" "\u{432}",
            "\u{413}" "\u{433}", "\u{414}" "\u{434}", "\u{415}" "\u{435}", "\u{416}" "\u{436}", "\u{417}" "\u{437}",
            "\u{418}" "\u{438}", "\u{419}" "\u{439}", "\u{41a}" "\u{43a}", "\u{41b}" "\u{43b}", "\u{41c}" "\u{43c}",
            "\u{41d}" "\u{43d}", "\u{41e}" "\u{43e}", "\u{41f}" "\u{43f}", "\u{420}" "\u{440}", "\u{421}" "\u{441}",
            "\u{422}" "\u{442}", "\u{423}" "\u{443}", "\u{424}" "\u{444}", "\u{425}" "\u{445}", "\u{426}" "\u{446}",
            "\u{427}" "\u{447}", "\u{428}" "\u{448}", "\u{429}" "\u{449}", "\u{42a}" "\u{44a}", "\u{42b}" "\u{44b}",
            "\u{42c}" "\u{44c}", "\u{42d}" "\u{44d}", "\u{42e}" "\u{44e}", "\u{42f}" "\u{44f}", "\u{401}" "\u{435}",
            "\u{451}" "\u{435}")
    };
    (@ $sql:expr) => { $sql };
    (@ $sql:expr, $capital:literal $small:literal $(, $rest:literal $more:literal)*) => {
        folded!(@ concat!("replace(", $sql, ", '", $capital, "', '", $small, "')") $(, $rest $more)*)
    };
}

/// Counts the statements of the company that fit the filter, of those `among` which it chooses.
pub(crate) fn count(tx: &mut Tx, cnum: &Cnum, filter: &Filter, among: &Among) -> Result<i64> {
    let rows = tx.query_dynamic(&counted(cnum, filter, among))?;
    rows.first().map_or(Ok(0), Row::read)
}

/// Returns the statements of the company that fit the filter, the newest first, at most `limit` after `offset`.
pub(crate) fn page(
    tx: &mut Tx,
    cnum: &Cnum,
    filter: &Filter,
    among: &Among,
    (offset, limit): (u32, u32),
) -> Result<Vec<StatementHeader>> {
    tx.query_dynamic(&listed(cnum, filter, among, (offset, limit)))?.iter().map(Row::read).collect()
}

/// Returns the texts of the list in each of their shapes, as for one company and day: for the test that reads the plans
/// of all texts.
pub(crate) fn dynamic_queries(cnum: &Cnum, day: Date) -> Vec<DynamicQuery> {
    let shapes = [
        Filter::default(),
        Filter { status: Some(StatementStatus::Checking), ..Filter::default() },
        Filter { from: Some(day), through: Some(day), ..Filter::default() },
        Filter {
            status: Some(StatementStatus::Checking),
            from: Some(day),
            through: Some(day),
            search: Search::parse("a"),
            is_mine: false,
            order: Some(Order::Date),
        },
        Filter { search: Search::parse("1,50"), order: Some(Order::Total), ..Filter::default() },
        Filter { search: Search::parse("17"), order: Some(Order::Number), ..Filter::default() },
        Filter {
            search: Search::parse("40702810600000000001"),
            order: Some(Order::Newest),
            ..Filter::default()
        },
    ];
    let one = Among::These(vec![StatementId::new(uuid::Uuid::nil())]);
    let both =
        |filter, among| [counted(cnum, filter, among), listed(cnum, filter, among, (10, LIST_LIMIT_MAX))];
    let own = [&one, &Among::Unsigned].map(|among| both(&shapes[1], among));
    shapes.iter().flat_map(|filter| both(filter, &Among::All)).chain(own.into_iter().flatten()).collect()
}

fn counted(cnum: &Cnum, filter: &Filter, among: &Among) -> DynamicQuery {
    let mut count = DynamicQuery::new("PAYROLL_STATEMENTS_COUNTED");
    count.sql("select count(*) as total_count from payroll_statements s where s.cnum = ").bind(cnum);
    restrict(&mut count, filter, among);
    count
}

fn listed(cnum: &Cnum, filter: &Filter, among: &Among, (offset, limit): (u32, u32)) -> DynamicQuery {
    let mut page = DynamicQuery::new("PAYROLL_STATEMENTS_LISTED");
    page.sql(store::text!("select ", StatementHeader::ALIASED, " from payroll_statements s where s.cnum = "))
        .bind(cnum);
    restrict(&mut page, filter, among);
    page.sql(match filter.order {
        None | Some(Order::Newest) => " order by ",
        Some(Order::Date) => " order by s.statement_date desc, ",
        Some(Order::Total) => " order by s.total_minor desc, ",
        Some(Order::Number) => " order by s.year desc, s.number desc, ",
    });
    page.sql("s.created_at_us desc, s.statement_id limit ").number(limit.min(LIST_LIMIT_MAX));
    page.sql(" offset ").number(offset);
    page
}

fn restrict(query: &mut DynamicQuery, filter: &Filter, among: &Among) {
    match among {
        Among::All => {}
        Among::Unsigned => {
            query.sql(" and s.kind = 'UNSIGNED'");
        }
        Among::These(ids) => {
            query.sql(" and s.statement_id in (null");
            for id in ids {
                query.sql(", ").bind(id.bytes().to_vec());
            }
            query.sql(")");
        }
    }
    if let Some(status) = filter.status {
        query.sql(" and s.state = ").bind(status.as_str());
    }
    if let Some(from) = filter.from {
        query.sql(" and s.statement_date >= ").bind(from);
    }
    if let Some(through) = filter.through {
        query.sql(" and s.statement_date <= ").bind(through);
    }
    match &filter.search {
        None => {}
        Some(Search::Account(account)) => {
            query.sql(" and s.account = ").bind(account);
        }
        Some(Search::Number { total, number: None }) => {
            query.sql(" and s.total_minor = ").bind(*total);
        }
        Some(Search::Number { total, number: Some(number) }) => {
            query.sql(" and (s.total_minor = ").bind(*total).sql(" or s.number = ").bind(*number).sql(")");
        }
        Some(Search::Text(text)) => {
            let pattern = pattern(text);
            query.sql(concat!(" and (", folded!("s.external_id"), " like lower(")).bind(pattern.as_str());
            query
                .sql(concat!(") escape '!' or ", folded!("s.purpose"), " like lower("))
                .bind(pattern.as_str());
            query.sql(") escape '!')");
        }
    }
}

/// Returns the pattern of texts that have these words in their order. Letters that only some databases can write small
/// stay as they are, so that each finds a text by itself.
fn pattern(text: &str) -> String {
    let escaped = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    let words: Vec<&str> = escaped.split_whitespace().collect();
    let small = |letter: char| match letter {
        'А'..='я' | 'Ё' | 'ё' => folded(letter.encode_utf8(&mut [0; 4])),
        letter => letter.to_string(),
    };
    format!("%{}%", words.join("%")).chars().map(small).collect()
}

macro_rules! given {
    ($kind:literal) => {
        concat!(
            "(select cast(count(1) as bigint) from payroll_signatures g where g.statement_id = s.statement_id \
             and g.signature_type = '",
            $kind,
            "')"
        )
    };
}

/// Writes the statements of the company `$2` in one state, each with the answer whether the user `$1` has signed it,
/// and with the numbers of its signatures where they are asked for. They are
/// counted, and so has their number its limit.
macro_rules! in_state {
    ($state:literal) => {
        in_state!($state, "cast(0 as bigint)", "cast(0 as bigint)")
    };
    ($state:literal, $first:expr, $second:expr) => {
        store::text!(
            "select ",
            WaitingStatement::LIST,
            " from (select s.statement_id, s.state, s.total_minor, (select g.position from payroll_signatures g \
             where g.statement_id = s.statement_id and g.user_id = $1 limit 1) is not null as is_signed, ",
            $first,
            " as first_count, ",
            $second,
            " as second_count from payroll_statements s where s.cnum = $2 and s.kind = 'UNSIGNED' and s.state = ",
            $state,
            concat!(" limit ", store::counted_rows_max!(), ") w")
        )
    };
}

store::selected! {
    WaitingStatement (first: "w.first_count", second: "w.second_count") {
        id: "w.statement_id" via StatementId::from_bytes, status: "w.state", total: "w.total_minor",
        is_signed: "w.is_signed";
        given: [first, second],
    }
}

store::queries! {
    /// Lists the waiting statements of a company by state; the third is that of partly signed ones.
    WAITING = store::text!(in_state!("$3"), " union all ", in_state!("$4"), " union all ",
        in_state!("$5", given!("FIRST"), given!("SECOND")), " union all ", in_state!("$6"));

    /// The next statements that are to be executed on a business day, by date.
    SCHEDULED_NEXT = store::text!("select ", StatementHeader::ALIASED, " from payroll_statements s
        where s.cnum = $1 and s.state = 'SCHEDULED' order by s.statement_date, s.statement_id limit $2");
}

/// Lists the next scheduled statements of the company. One whose date has passed waits for a business day.
pub(crate) fn scheduled(tx: &mut Tx, cnum: &Cnum, limit: i64) -> Result<Vec<StatementHeader>> {
    tx.select(&SCHEDULED_NEXT, params![cnum, limit])
}

/// Lists the company's statements in each of [`WAITING_STATUSES`]: of each at most one more than is ever counted.
pub(crate) fn waiting(tx: &mut Tx, user: &UserId, cnum: &Cnum) -> Result<Vec<WaitingStatement>> {
    let [first, second, third, fourth] = WAITING_STATUSES.map(StatementStatus::as_str);
    tx.select(&WAITING, params![user, cnum, first, second, third, fourth])
}
