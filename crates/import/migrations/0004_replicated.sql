--@ expands
-- A publication of all tables takes changes only of rows that it can tell apart. An index for that would slow every row on its
-- way down, and rows are never changed here: all of their columns together tell them apart.
--@ postgres
alter table import_rows replica identity full;
--@ both
