//! Compares statements with their transfers, with the rail and with the journal.

use store::{wide_high, wide_is_not_zero, wide_low, wide_sum};

store::queries! {
    /// Statements that are not executed at the moment and have a payment without an answer on the rail.
    pub(super) CHECK_OPEN_PAYMENTS = "select p.statement_id as subject, cast(0 as bigint) as high, count(1) as low
        from payroll_rail_payments p left join payroll_statements s on s.statement_id = p.statement_id
        where p.state = 'HANDED' and (s.state is null or (s.state <> 'PROCESSING' and s.changed_at_us >= $2))
        group by p.statement_id order by p.statement_id limit $1";

    /// Payments whose transfer has another outcome than the rail gave, and outcomes of the rail without a payment.
    pub(super) CHECK_ANSWERS = "select a.statement_id as subject, cast(0 as bigint) as high, count(1) as low from (
            select p.statement_id from payroll_statements s
            join payroll_rail_payments p on p.statement_id = s.statement_id
            left join payroll_outcomes o on o.statement_id = p.statement_id and o.line = p.line
            where s.changed_at_us >= $2 and (o.outcome is null or o.outcome <> case p.state when 'HANDED' then \
            'PENDING' when 'SETTLED' then 'SETTLED' else 'DECLINED' end)
            union all
            select o.statement_id from payroll_statements s
            join payroll_outcomes o on o.statement_id = s.statement_id
            left join payroll_rail_payments p on p.statement_id = o.statement_id and p.line = o.line
            left join payroll_bank_executions x on x.statement_id = o.statement_id
            where s.changed_at_us >= $2 and o.outcome <> 'DECLINED' and p.state is null and x.statement_id is null) a
        group by a.statement_id order by a.statement_id limit $1";

    /// Payments of another amount than their transfers.
    pub(super) CHECK_PAYMENT_AMOUNTS = "select p.statement_id as subject, cast(0 as bigint) as high, count(1) as low
        from payroll_statements s join payroll_rail_payments p on p.statement_id = s.statement_id
        left join payroll_transfers t on t.statement_id = p.statement_id and t.line = p.line
        where s.changed_at_us >= $2 and (t.amount_minor is null or t.amount_minor <> p.amount_minor)
        group by p.statement_id order by p.statement_id limit $1";

    /// Payments to another account than that of their transfers.
    pub(super) CHECK_PAYMENT_ACCOUNTS = "select p.statement_id as subject, cast(0 as bigint) as high, count(1) as low
        from payroll_statements s join payroll_rail_payments p on p.statement_id = s.statement_id
        join payroll_transfers t on t.statement_id = p.statement_id and t.line = p.line
        where s.changed_at_us >= $2 and (t.account <> p.account or t.bic is distinct from p.bic)
        group by p.statement_id order by p.statement_id limit $1";

    /// Statements that count another number of declined transfers than have been declined.
    pub(super) CHECK_DECLINED = "select x.subject, cast(0 as bigint) as high, x.declined_count as low from (
            select s.statement_id as subject, s.declined_count, (select count(1) from payroll_outcomes o
                where o.statement_id = s.statement_id and o.outcome = 'DECLINED') as declined
            from payroll_statements s where s.changed_at_us >= $2) x
        where x.declined_count <> x.declined order by x.subject limit $1";

    /// Transfers with an outcome that execution has not come to yet, or of no statement.
    pub(super) CHECK_EARLY_OUTCOMES = "select o.statement_id as subject, cast(0 as bigint) as high, count(1) as low
        from payroll_outcomes o left join payroll_statements s on s.statement_id = o.statement_id
        where s.statement_id is null or (s.changed_at_us >= $2 and o.line > s.done_through_line)
        group by o.statement_id order by o.statement_id limit $1";

    /// Statements that tell of another executed sum than the transfers that are done and reached their accounts, and
    /// those whose money moves and whose transfers are not as many, or not as much, as they say. The transfers are read
    /// once for both.
    pub(super) CHECK_EXECUTED = concat!(
        "select x.subject, x.high, x.low, x.total_high, x.total_low, x.is_off from (select s.statement_id as subject, ",
        wide_high!("s.executed_minor"), " - coalesce(d.done_high, 0) as high, ",
        wide_low!("s.executed_minor"), " - coalesce(d.done_low, 0) as low, case when s.done_through_line = 0 then 0 \
        else ",
        wide_high!("s.total_minor"), " - coalesce(d.high, 0) end as total_high,
                case when s.done_through_line = 0 then 0 else ",
        wide_low!("s.total_minor"), " - coalesce(d.low, 0) end as total_low,
                case when s.done_through_line > 0 and coalesce(d.found, 0) <> s.lines_count then 1 else 0 end as is_off
            from payroll_statements s
            left join (select t.statement_id, count(1) as found, ", wide_sum!("t.amount_minor"), ",
                    cast(coalesce(sum(t.done_minor / 4294967296), 0) as bigint) as done_high,
                    cast(coalesce(sum(t.done_minor % 4294967296), 0) as bigint) as done_low from (
                select b.statement_id, l.amount_minor, case when l.line <= b.done_through_line
                    and (o.outcome is null or o.outcome = 'SETTLED') then l.amount_minor else 0 end as done_minor
                from payroll_statements b cross join payroll_transfers l
                left join payroll_outcomes o on o.statement_id = l.statement_id and o.line = l.line
                where b.changed_at_us >= $2 and b.done_through_line > 0 and l.statement_id = b.statement_id) t
                group by t.statement_id) d
            on d.statement_id = s.statement_id where s.changed_at_us >= $2) x where ",
        wide_is_not_zero!("x.high", "x.low"), " or ", wide_is_not_zero!("x.total_high", "x.total_low"),
        " or x.is_off = 1 order by x.subject limit $1"
    );

    pub(super) CHECK_STRAYS = "select t.statement_id as subject, cast(0 as bigint) as high, count(1) as low
        from payroll_transfers t
        where not exists (select 1 from payroll_statements s where s.statement_id = t.statement_id)
        group by t.statement_id order by t.statement_id limit $1";

    /// Statements of which the journal pays another account, or an account another sum, than the transfers: what came
    /// to accounts and to the rail by entries of the statement, less what the transfers and the rail say. A currency
    /// account counts as the rouble account of its owner, with the price. Entries are read from $3 on; those of a
    /// statement from before $4 may be in the archive.
    ///
    /// Nearly all statements are plain (`f`, `o`, `a`): the postings of each chunk are in the order of its transfers,
    /// there is no other entry, and the answers of the rail came to what the payments say. The rest (`u`) is added up.
    pub(super) CHECK_JOURNAL = concat!(
        "with n as materialized (select s.statement_id, s.account, s.done_through_line, 'payroll:' || c.name as prefix
            from payroll_statements s join payroll_statement_names c on c.statement_id = s.statement_id
            left join payroll_bank_executions x on x.statement_id = s.statement_id
            where s.changed_at_us >= $2 and s.created_at_us >= coalesce($4, s.created_at_us) and x.statement_id is null
                and (s.done_through_line > 0 or s.state = 'PROCESSING' or s.state = 'EXECUTED'
                    or s.state = 'PARTLY_EXECUTED' or s.state = 'DECLINED')),
        e as materialized (select n.statement_id, j.entry_id, j.kind, case when j.postings_count between 1 and 65536
                then j.postings_count else 0 end as postings_count from journal_entries j
            join n on n.prefix = substr(j.idempotency_key, 1, 44) where j.entry_id >= $3),
        c as materialized (select n.statement_id, j.entry_id, w.after_line from n cross join (
                select 0 as after_line, ':0' as step union all select 2500, ':2500' union all select 5000, ':5000'
                union all select 7500, ':7500') w
            join journal_entries j on j.idempotency_key = n.prefix || w.step),
        f as materialized (select c.statement_id, cast(sum((select count(1) from payroll_transfers t
                cross join postings p
                left join payroll_rail_payments r on r.statement_id = t.statement_id and r.line = t.line
                where t.statement_id = c.statement_id and t.line > c.after_line and t.line <= c.after_line + 2500
                    and p.entry_id = c.entry_id and p.line = t.line - c.after_line + 1
                    and t.amount_minor = p.amount_minor
                    and p.ledger_account_id = case when r.state is null then t.account
                        else 'OUTGOING-PAYMENTS.RUR' end)) as bigint) as matched
            from c group by c.statement_id),
        o as materialized (select e.statement_id, cast(sum(e.postings_count - 1) as bigint) as paid from e
            where e.kind = 'PAYROLL' group by e.statement_id),
        a as materialized (select y.statement_id from (select x.statement_id, ", wide_sum!("x.minor"), " from (
                select e.statement_id, p.ledger_account_id as account, p.amount_minor as minor
                from e cross join postings p where p.entry_id = e.entry_id and e.kind <> 'PAYROLL'
                    and (p.ledger_account_id = 'OUTGOING-PAYMENTS.RUR' or p.ledger_account_id = 'CORRESPONDENT.RUR')
                union all
                select n.statement_id, 'CORRESPONDENT.RUR', 0 - r.amount_minor from n
                join payroll_rail_payments r on r.statement_id = n.statement_id where r.state = 'SETTLED'
                union all
                select n.statement_id, 'CORRESPONDENT.RUR', r.amount_minor from n
                join payroll_returns r on r.statement_id = n.statement_id
                union all
                select n.statement_id, 'OUTGOING-PAYMENTS.RUR', r.amount_minor from n
                join payroll_rail_payments r on r.statement_id = n.statement_id where r.state <> 'HANDED') x
            group by x.statement_id, x.account) y where ", wide_is_not_zero!("y.high", "y.low"),
        " group by y.statement_id),
        u as materialized (select n.statement_id, n.account, n.done_through_line from n
            left join f on f.statement_id = n.statement_id left join o on o.statement_id = n.statement_id
            left join a on a.statement_id = n.statement_id
            where coalesce(f.matched, 0) <> n.done_through_line or coalesce(o.paid, 0) <> n.done_through_line
                or a.statement_id is not null)
        select y.statement_id as subject, cast(0 as bigint) as high, count(1) as low from (
        select x.statement_id, ", wide_sum!("x.minor"), " from (
            select u.statement_id, coalesce(h.rouble_account, p.ledger_account_id) as account,
                coalesce(p.national_minor, p.amount_minor) as minor
            from u cross join e cross join postings p
            left join employees_accounts h on h.number = p.ledger_account_id
            where e.statement_id = u.statement_id and p.entry_id = e.entry_id and p.ledger_account_id <> u.account
                and substr(p.ledger_account_id, 1, 9) <> 'POSITION.'
                and substr(p.ledger_account_id, 1, 10) <> 'UNCLAIMED.'
            union all
            select u.statement_id, t.account, case when t.amount_minor = -9223372036854775808 then 0
                else -t.amount_minor end
            from u cross join payroll_transfers t
            left join payroll_outcomes q on q.statement_id = t.statement_id and q.line = t.line
            left join payroll_rail_payments r on r.statement_id = t.statement_id and r.line = t.line
            where t.statement_id = u.statement_id and t.line <= u.done_through_line and t.account <> u.account
                and q.outcome is null and r.state is null and t.amount_minor is not null
            union all
            select u.statement_id, case r.state when 'HANDED' then 'OUTGOING-PAYMENTS.RUR' else 'CORRESPONDENT.RUR' end,
                0 - r.amount_minor
            from u cross join payroll_rail_payments r where r.statement_id = u.statement_id
                and r.state <> 'RETURNED'
            union all
            select u.statement_id, 'CORRESPONDENT.RUR', r.amount_minor
            from u cross join payroll_returns r where r.statement_id = u.statement_id) x
        group by x.statement_id, x.account) y where ", wide_is_not_zero!("y.high", "y.low"),
        " group by y.statement_id order by y.statement_id limit $1"
    );

    /// Statements executed by the bank of which the journal debits another sum than the bank has executed. Entries are
    /// read from $3 on; those of a statement from before $4 may be in the archive.
    pub(super) CHECK_BANK_EXECUTED = concat!(
        "with n as materialized (select s.statement_id, s.account, s.executed_minor, 'payroll:' || c.name as prefix
            from payroll_bank_executions x join payroll_statements s on s.statement_id = x.statement_id
            join payroll_statement_names c on c.statement_id = s.statement_id
            where s.changed_at_us >= $2 and s.created_at_us >= coalesce($4, s.created_at_us)),
        e as materialized (select n.statement_id, n.account, j.entry_id from journal_entries j
            join n on n.prefix = substr(j.idempotency_key, 1, 44) where j.entry_id >= $3)
        select y.statement_id as subject, y.high, y.low from (select x.statement_id, ", wide_sum!("x.minor"), " from (
            select e.statement_id, p.amount_minor as minor from e cross join postings p
                where p.entry_id = e.entry_id and p.ledger_account_id = e.account
            union all select n.statement_id, n.executed_minor from n
            union all select n.statement_id, 0 - r.amount_minor from n
                join payroll_returns r on r.statement_id = n.statement_id
                left join payroll_unclaimed u on u.statement_id = r.statement_id and u.line = r.line
                where u.line is null or u.claimed_to = n.account) x
        group by x.statement_id) y where ", wide_is_not_zero!("y.high", "y.low"),
        " order by y.statement_id limit $1"
    );

    /// The account of payments that are on their way, when it differs from those that have no answer.
    pub(super) CHECK_ON_THE_WAY = concat!(
        "select x.subject, x.high, x.low from (select l.ledger_account_id as subject, ", wide_high!("l.balance_minor"),
        " - coalesce(r.high, 0) as high, ", wide_low!("l.balance_minor"), " - coalesce(r.low, 0) as low
            from ledger_accounts l cross join (select ", wide_sum!("p.amount_minor"),
        " from payroll_rail_payments p where p.state = 'HANDED') r
            where l.ledger_account_id = 'OUTGOING-PAYMENTS.RUR') x where ",
        wide_is_not_zero!("x.high", "x.low"), " limit $1"
    );

    /// Entries of payroll under a key that is none of a statement's.
    pub(super) CHECK_KEYS = "select j.idempotency_key as subject, cast(0 as bigint) as high, j.postings_count as low
        from journal_entries j where (j.kind = 'PAYROLL' or j.kind = 'PAYMENT_RETURN')
            and substr(j.idempotency_key, 1, 8) <> 'payroll:' order by j.idempotency_key limit $1";

    /// Days on which the bank sold another sum of a currency, or for another price, than the entries say. Entries of
    /// days before $2 may be in the archive.
    pub(super) CHECK_SALES = concat!(
        "select y.subject, y.high, y.low from (select x.subject, ", wide_sum!("x.minor"), ", min(x.day) as day from (
            select d.currency || ' ' || d.conversion_date as subject, d.conversion_date as day, d.sold_minor as minor
            from payroll_conversion_days d
            union all
            select d.currency || ' ' || d.conversion_date || ' price', d.conversion_date, d.price_minor
            from payroll_conversion_days d
            union all
            select p.currency || ' ' || j.value_date, j.value_date, p.amount_minor
            from postings p join journal_entries j on j.entry_id = p.entry_id
            where p.ledger_account_id = 'POSITION.' || p.currency and p.currency <> 'RUR' and j.kind = 'PAYROLL'
            union all
            select p.currency || ' ' || j.value_date || ' price', j.value_date, p.national_minor
            from postings p join journal_entries j on j.entry_id = p.entry_id
            where p.ledger_account_id = 'POSITION.' || p.currency and p.currency <> 'RUR' and j.kind = 'PAYROLL'
                and p.national_minor is not null) x
        group by x.subject) y where ", wide_is_not_zero!("y.high", "y.low"),
        " and y.day > $2 order by y.subject limit $1"
    );
}
