-- Questions to logs are kept as snippets and reports are.
alter table content_items drop constraint content_items_type_check;
alter table content_items add check (type in ('sql', 'report', 'graphql', 'log'));
