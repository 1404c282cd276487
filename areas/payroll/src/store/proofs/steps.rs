//! Compares statements with their steps, and with what works at them.

use store::{wide_high, wide_is_not_zero, wide_low, wide_sum};

store::queries! {
    /// Statements whose state does not follow from what was done: executed to the end without a refusal, to the end
    /// with some, not at all or with nothing but refusals; and nothing is done before PROCESSING.
    pub(super) CHECK_ENDS = "select statement_id as subject, cast(0 as bigint) as high, declined_count as low from \
        payroll_statements
        where changed_at_us >= $2 and case
            when state = 'PROCESSING' then 0
            when state = 'EXECUTED' and done_through_line = lines_count and declined_count = 0 then 0
            when state = 'PARTLY_EXECUTED' and done_through_line = lines_count and declined_count > 0
                and declined_count < lines_count then 0
            when state = 'DECLINED' and done_through_line = lines_count and declined_count = lines_count then 0
            when state <> 'EXECUTED' and state <> 'PARTLY_EXECUTED' and done_through_line = 0 and declined_count = 0 \
            then 0
            else 1 end = 1 order by statement_id limit $1";

    /// Statements in another state than their last step led to, or that have taken none.
    pub(super) CHECK_HISTORY = "select s.statement_id as subject, cast(0 as bigint) as high, s.version as low
        from payroll_statements s left join payroll_history h on h.statement_id = s.statement_id and h.version = (
            select max(m.version) from payroll_history m where m.statement_id = s.statement_id)
        where s.changed_at_us >= $2 and (h.version is null or h.version > s.version or h.to_state <> s.state)
        order by s.statement_id limit $1";

    /// Statements that were signed and have no signatures, or a gap among them.
    pub(super) CHECK_SIGNATURES = "select x.subject, cast(0 as bigint) as high, x.found as low from (
            select s.statement_id as subject, s.state,
                (select count(1) from payroll_signatures g where g.statement_id = s.statement_id) as found,
                (select coalesce(max(g.position), 1) from payroll_signatures g
                    where g.statement_id = s.statement_id) as last
            from payroll_statements s where s.changed_at_us >= $2) x
        where x.found <> x.last and (x.found > 0 or x.state = 'PROCESSING' or x.state = 'EXECUTED'
            or x.state = 'PARTLY_EXECUTED' or x.state = 'SCHEDULED' or x.state = 'AWAITING_SEND'
            or x.state = 'DECLINED') order by x.subject limit $1";

    /// Statements that somebody has to work at, without a job.
    pub(super) CHECK_JOBS = "select s.statement_id as subject, cast(0 as bigint) as high, s.version as low
        from payroll_statements s join payroll_statement_names n on n.statement_id = s.statement_id
        where (s.state = 'PROCESSING' or s.state = 'SCHEDULED' or s.state = 'AWAITING_SEND'
                or s.state = 'CHECKING')
            and not exists (select 1 from jobs j where j.job_key = n.name and j.kind = 'payroll.execute')
            and not exists (select 1 from jobs j where j.job_key = n.name
                and j.kind = case s.state when 'CHECKING' then 'payroll.check' else 'payroll.rail' end)
            and not exists (select 1 from payroll_bank_executions x where x.statement_id = s.statement_id
                and s.state = 'PROCESSING')
        order by s.statement_id limit $1";

    /// Statements that the bank executes, without an order to it.
    pub(super) CHECK_EXECUTING = "select s.statement_id as subject, cast(0 as bigint) as high, s.version as low
        from payroll_bank_executions x join payroll_statements s on s.statement_id = x.statement_id
        join payroll_statement_names n on n.statement_id = s.statement_id
        where s.state = 'PROCESSING' and not exists (select 1 from bank_orders o
            where o.ended_at_us is null and o.kind = 'payroll.execute' and o.object_id = n.name)
        order by s.statement_id limit $1";

    /// Orders that wait for an answer about a payment that has one, or about a statement that is not being executed.
    pub(super) CHECK_ORDERS = "select o.order_id as subject, cast(0 as bigint) as high, coalesce(o.seq, 0) as low
        from bank_orders o
        left join payroll_statement_names n on n.name = substr(o.object_id, 1, 36)
        left join payroll_statements s on s.statement_id = n.statement_id
        left join payroll_rail_payments r on r.statement_id = n.statement_id
            and cast(r.line as text) = substr(o.object_id, 38)
        where o.ended_at_us is null and case o.kind when 'payroll.execute' then coalesce(s.state, '')
            when 'payment.send' then case r.state when 'HANDED' then 'PROCESSING' else '' end
            else 'PROCESSING' end <> 'PROCESSING' order by o.order_id limit $1";

    /// Statements in PROCESSING whose hold is not what is left of their total.
    pub(super) CHECK_PART_HELD = concat!(
        "select x.subject, x.high, x.low from (
            select s.statement_id as subject, h.hold_id, s.done_through_line, case when h.released_at_us is null then ",
        wide_high!("coalesce(h.amount_minor, 0)"), " else 0 end - ", wide_high!("s.total_minor"), " + ",
        wide_high!("s.executed_minor"), " + coalesce(r.high, 0) as high, case when h.released_at_us is null then ",
        wide_low!("coalesce(h.amount_minor, 0)"), " else 0 end - ", wide_low!("s.total_minor"), " + ",
        wide_low!("s.executed_minor"), " + coalesce(r.low, 0) as low
            from payroll_statements s join payroll_statement_names n on n.statement_id = s.statement_id
            left join holds h on h.hold_id = 'payroll:' || n.name
            left join (select b.statement_id, ", wide_sum!("p.amount_minor"), " from payroll_statements b
                join payroll_rail_payments p on p.statement_id = b.statement_id
                where b.state = 'PROCESSING' and p.state <> 'SETTLED' group by b.statement_id) r
            on r.statement_id = s.statement_id
            where s.state = 'PROCESSING') x
        where (x.hold_id is not null or x.done_through_line > 0) and ", wide_is_not_zero!("x.high", "x.low"),
        " order by x.subject limit $1"
    );

    /// Holds of others than statements that were changed. A payout alone takes its part out of a hold.
    pub(super) CHECK_PLACED = "select h.hold_id as subject, cast(0 as bigint) as high,
            h.amount_minor - h.placed_minor as low
        from holds h where h.amount_minor <> h.placed_minor
            and (substr(h.hold_id, 1, 8) <> 'payroll:' or h.amount_minor > h.placed_minor)
        order by h.hold_id limit $1";

    /// Statements with more or fewer events than steps, as far as no events are forgotten. Money that nobody takes is
    /// told once or for each transfer, and each time that some of it is paid out.
    pub(super) CHECK_EVENTS = "with n as materialized (select s.statement_id, c.name from payroll_statements s
            join payroll_statement_names c on c.statement_id = s.statement_id
            where s.created_at_us > (select case when f.forgotten_seq = 0 then -9223372036854775808 else coalesce(
                (select e.numbered_at_us from events e where e.seq > f.forgotten_seq order by e.seq limit 1),
                9223372036854775807) end from event_counter f)),
        t as materialized (select u.object_id, count(1) as told from (
            select e.object_id from events e
                where e.object_kind = 'payroll_statement' and substr(e.event_type, 1, 18) = 'payroll.statement.'
            union all select o.object_id from event_outbox o
                where o.object_kind = 'payroll_statement' and substr(o.event_type, 1, 18) = 'payroll.statement.') u
            group by u.object_id)
        select x.subject, cast(0 as bigint) as high, x.told - x.steps as low from (
            select n.name as subject, coalesce(t.told, 0) as told,
                (select count(1) from payroll_history h where h.statement_id = n.statement_id) as steps,
                coalesce(g.paid + 1, 0) as again_min, coalesce(g.paid + g.kept, 0) as again_max
            from n left join t on t.object_id = n.name
            left join (select k.statement_id, count(1) as kept, count(k.claimed_at_us) as paid
                from payroll_unclaimed k group by k.statement_id) g on g.statement_id = n.statement_id) x
        where x.told - x.steps not between x.again_min and x.again_max order by x.subject limit $1";
}
