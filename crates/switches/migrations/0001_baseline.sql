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
