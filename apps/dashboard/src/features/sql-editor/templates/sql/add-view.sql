-- A view shows the answer of a query as if it were a table.
-- security_invoker: whoever reads the view needs the same rights and policies as for the tables below it.
create table if not exists orders (
  id bigint generated always as identity primary key,
  customer text not null,
  total numeric(12, 2) not null,
  ordered_at timestamptz not null default now()
);

alter table orders enable row level security;

create or replace view customer_totals
with (security_invoker = true) as
select
  customer,
  count(*) as orders,
  sum(total) as spent,
  max(ordered_at) as last_order_at
from orders
group by customer;

select * from customer_totals order by spent desc;
