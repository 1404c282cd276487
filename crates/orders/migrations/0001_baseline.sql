-- What the bank behind the channel is to decide or book, one row for each question.
create table bank_orders (
    -- The name by which the bank's systems know it, made of the thing that it is about: the same after a restore.
    order_id text not null primary key,
    -- The place in the order of all, given when it is handed out for the first time; none for one that ended before.
    seq bigint,
    kind text not null,
    -- The kind of systems that it is handed to.
    role text not null,
    cnum text not null,
    -- The thing that the order is about, as its area names it.
    object_id text not null,
    payload text not null,
    state text not null check (state = 'OPEN' or state = 'TAKEN' or state = 'ANSWERED' or state = 'WITHDRAWN'),
    opened_at_us bigint not null,
    deadline_at_us bigint not null,
    taken_at_us bigint,
    taken_by text,
    ended_at_us bigint,
    ended_by text,
    -- The answer in its canonical form, or the reason of a withdrawal.
    answer text,
    -- When people of the bank were told that it is past its deadline.
    overdue_told_at_us bigint,
    check ((state = 'ANSWERED' or state = 'WITHDRAWN') = (ended_at_us is not null)),
    check ((ended_at_us is null) = (ended_by is null) and (ended_at_us is null) = (answer is null)),
    check ((taken_at_us is null) = (taken_by is null)),
    check (state <> 'OPEN' or taken_at_us is null),
    check (state <> 'TAKEN' or (taken_at_us is not null and seq is not null))
);
create unique index bank_orders_by_seq on bank_orders (seq) where seq is not null;
create index bank_orders_of_role on bank_orders (role, seq) where seq is not null;
create index bank_orders_unnumbered on bank_orders (opened_at_us, order_id)
    where seq is null and ended_at_us is null;
create index bank_orders_by_end on bank_orders (ended_at_us, order_id) where ended_at_us is not null;
create index bank_orders_ended on bank_orders (role, ended_at_us, order_id) where ended_at_us is not null;
create index bank_orders_overdue on bank_orders (deadline_at_us, order_id)
    where ended_at_us is null and overdue_told_at_us is null;
create index bank_orders_due on bank_orders (deadline_at_us) where ended_at_us is null;

-- The one row that units which hand out orders take in turns.
create table bank_order_counter (
    counter_id bigint not null primary key check (counter_id = 1),
    last_seq bigint not null check (last_seq >= 0)
);
insert into bank_order_counter (counter_id, last_seq) values (1, 0);

-- Answers that changed nothing, for people to look at: late, contradicting, impossible ones.
create table bank_answers_refused (
    refused_id bytea not null primary key,
    order_id text not null references bank_orders (order_id),
    received_at_us bigint not null,
    received_from text not null,
    reason text not null,
    answer text not null
);
create index bank_answers_refused_of_order on bank_answers_refused (order_id, received_at_us);

-- An order that has ended stays as it is.
--@ sqlite
create trigger bank_orders_end before update on bank_orders
when old.ended_at_us is not null
begin
    select raise(abort, 'an order that has ended does not change');
end;
--@ postgres
create function bank_orders_end() returns trigger language plpgsql as $$
begin
    raise exception 'an order that has ended does not change';
end $$;
create trigger bank_orders_end before update on bank_orders
for each row when (old.ended_at_us is not null) execute function bank_orders_end();
--@ both
