--@ expands
-- Who decided what became of a payment to which the rail gave no answer; null where the rail did.
alter table payroll_rail_payments add column decided_by text;
-- What the rail said of such a payment afterwards.
alter table payroll_rail_payments add column rail_answer text;

-- Returned payments whose money the debit account did not take: the bank keeps it until somebody claims it.
create table payroll_unclaimed (
    statement_id bytea not null,
    line bigint not null,
    amount_minor bigint not null check (amount_minor > 0),
    since_us bigint not null,
    claimed_at_us bigint,
    -- The account of the company that it was paid out to.
    claimed_to text,
    primary key (statement_id, line),
    check ((claimed_at_us is null) = (claimed_to is null))
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

create index payroll_unclaimed_open on payroll_unclaimed (statement_id, line) where claimed_at_us is null;
