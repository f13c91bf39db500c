-- Adds a column to a table that has rows already.
create table if not exists products (
  id bigint generated always as identity primary key,
  name text not null
);

alter table products enable row level security;

-- A constant default is quick on tables of any size: the rows are not written again.
alter table products
  add column if not exists stock integer not null default 0;

-- A check that is added as "not valid" does not lock the table while old rows are looked at.
alter table products
  add constraint products_stock_is_not_negative check (stock >= 0) not valid;

alter table products
  validate constraint products_stock_is_not_negative;
