import { quoteIdent } from '@basalt/sql';
import { createTrigger, drop, nameIn, onTable } from '@basalt/sql/definitions';

/** A webhook as people write it. */
export interface HookDefinition {
  readonly name: string;
  readonly schema: string;
  readonly table: string;
  readonly events: readonly ('INSERT' | 'UPDATE' | 'DELETE')[];
  readonly active: boolean;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly { name: string; value: string }[];
  readonly params: readonly { name: string; value: string }[];
  readonly timeout_ms: number;
}

type TriggerName = Pick<HookDefinition, 'name' | 'schema' | 'table'>;

export function createHook(hook: HookDefinition): string[] {
  const { name, schema, table, events, active, url, method, headers, params, timeout_ms } = hook;
  return [
    ...createTrigger({
      name,
      schema,
      table,
      events,
      activation: 'AFTER',
      orientation: 'ROW',
      function_schema: 'supabase_functions',
      function_name: 'http_request',
      function_args: [url, method, objectOf(headers), objectOf(params), String(timeout_ms)],
    }),
    ...(active ? [] : [switchHook(hook, false)]),
  ];
}

/** PostgreSQL changes no arguments of a trigger: it is made anew. */
export function replaceHook(stored: TriggerName, hook: HookDefinition): string[] {
  return [...dropHook(stored), ...createHook(hook)];
}

export function dropHook(stored: TriggerName): string[] {
  return drop(onTable('trigger', stored), false);
}

export function switchHook({ name, schema, table }: TriggerName, active: boolean): string {
  return `alter table ${nameIn(schema, table)} ${active ? 'enable' : 'disable'} trigger ${quoteIdent(name)}`;
}

function objectOf(pairs: readonly { name: string; value: string }[]): string {
  return JSON.stringify(Object.fromEntries(pairs.map(({ name, value }) => [name, value])));
}

/** What stands in the arguments of a trigger, which may have been written by hand. */
export function readArguments(args: readonly string[]) {
  const given = (place: number, otherwise: string) => {
    const value = args[place] ?? '';
    return value === '' || value === 'null' ? otherwise : value;
  };
  const headers = pairsOf(given(2, '{}'));
  const params = pairsOf(given(3, '{}'));
  const timeout = Number(given(4, '1000'));
  const url = given(0, '');
  const problem =
    headers === null || params === null
      ? 'Its headers or parameters are no JSON object: every change of the table fails.'
      : !Number.isInteger(timeout)
        ? 'Its timeout is no number: every change of the table fails.'
        : url === ''
          ? 'It has no URL: every change of the table fails.'
          : null;
  return {
    url,
    method: given(1, 'POST').toUpperCase().slice(0, 20),
    headers: headers ?? [],
    params: params ?? [],
    timeout_ms: Number.isInteger(timeout) ? timeout : 0,
    problem,
  };
}

/** Null: it is not the object that it should be. */
export function pairsOf(json: string): { name: string; value: string }[] | null {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.entries(value).map(([name, one]) => ({
      name,
      value: typeof one === 'string' ? one : JSON.stringify(one),
    }));
  } catch {
    return null;
  }
}

/** An address without what may be a secret in it. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return '…';
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}
