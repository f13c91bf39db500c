-- The channel that is being asked about, without the client's `realtime:` prefix.
create function realtime.topic() returns text language sql stable parallel safe
return nullif(current_setting('realtime.topic', true), '');

-- The senders insert with the caller's rights. A message that cannot be sent is a warning, not an error: the caller is most
-- often a trigger, and the row that fired it matters more.

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  message_id uuid := gen_random_uuid();
begin
  if jsonb_typeof(payload) = 'object' and not payload ? 'id' then
    payload := payload || jsonb_build_object('id', message_id);
  end if;
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'The broadcast on topic % was not sent: %', topic, sqlerrm;
end
$$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'The broadcast on topic % was not sent: %', topic, sqlerrm;
end
$$;

-- Called from a row trigger with TG_OP, TG_TABLE_NAME, TG_TABLE_SCHEMA, NEW and OLD.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if level is distinct from 'ROW' then
    raise feature_not_supported using
      message = 'realtime.broadcast_changes sends rows, and a statement trigger has none. Use a trigger FOR EACH ROW.';
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise invalid_parameter_value using
      message = format('realtime.broadcast_changes knows INSERT, UPDATE and DELETE, not %s. Pass TG_OP.',
        coalesce(operation, 'null'));
  end if;
  perform realtime.send(
    jsonb_build_object(
      'record', case when operation <> 'DELETE' then to_jsonb(new) end,
      'old_record', case when operation <> 'INSERT' then to_jsonb(old) end,
      'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
end
$$;
