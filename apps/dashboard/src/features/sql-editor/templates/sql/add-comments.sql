-- Comments are kept in the database, next to what they explain.
create table if not exists invoices (
  id bigint generated always as identity primary key,
  amount_cents bigint not null,
  due_on date not null
);

alter table invoices enable row level security;

comment on table invoices is 'What customers owe us, one row for each letter sent.';
comment on column invoices.amount_cents is 'In hundredths of the currency, so that sums stay exact.';
comment on column invoices.due_on is 'The last day without a reminder.';

-- Every comment of the table.
select
  a.attname as column_name,
  col_description(a.attrelid, a.attnum) as description
from pg_attribute as a
where a.attrelid = 'invoices'::regclass
  and a.attnum > 0
  and not a.attisdropped
order by a.attnum;
