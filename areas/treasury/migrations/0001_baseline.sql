-- Companies that belong to a unified treasury, as the bank says. A company is in one treasury at a time: the key is
-- the company. One that has left keeps its row without a treasury.
create table treasury_members (
    cnum text not null primary key,
    treasury_id text
);
