--@ expands
-- A row while no job is begun: the database was put back from a copy, and nobody has said yet that it is the one that
-- goes on.
create table standstill (
    alone bigint not null primary key check (alone = 1),
    since_us bigint not null
);
