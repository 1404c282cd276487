--@ expands
-- The number of a row in its file. Several rows of a JSON file may begin at one line, so that the line tells a person where
-- to look, and the number which row it is. Rows of one key and file, which the indexes find together, are put in its order.
alter table import_rows add column row_number bigint not null default 0;
