-- What operators have stopped. A row for each switch that was ever set, on or off.
create table switches (
    name text not null,
    -- The one thing for which it is set; empty for the whole bank.
    subject text not null,
    is_on boolean not null,
    reason text not null,
    person text not null,
    set_at_us bigint not null,
    primary key (name, subject)
);

-- A row while no job is begun and no order answered: the database was put back from a copy, and nobody has said yet that
-- it is the one that goes on.
create table standstill (
    alone bigint not null primary key check (alone = 1),
    since_us bigint not null
);
