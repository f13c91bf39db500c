import type { PoolerLogEntry, PostgresLogEntry, RequestLogEntry } from '@basalt/project';
import { expect, test } from 'vitest';
import { functionLogAway, logAway, poolerLogAway, postgresLogAway } from '../../kernel/ports.ts';
import { likeMatcher } from './match-line.ts';
import { runLogQuery } from './run-log-query.ts';

const NOW = Date.now();
const request = (ago: number, changes: Partial<RequestLogEntry>): RequestLogEntry => ({
  time: NOW - ago,
  method: 'GET',
  path: '/rest/v1/stones',
  status: 200,
  duration: 4,
  role: 'anon',
  ...changes,
});
const requests = [
  request(1_000, { path: '/auth/v1/token', method: 'POST', status: 400 }),
  request(2_000, { status: 500, duration: 1_200 }),
  request(3_000, {}),
];
const entry: PostgresLogEntry = {
  time: NOW - 5_000,
  severity: 'ERROR',
  message: 'division by zero',
  pid: 7,
  code: '22012',
  user: 'postgres',
  database: 'postgres',
};
const refused: PoolerLogEntry = {
  time: NOW - 6_000,
  event: 'refused',
  message: 'password authentication failed for user "eve"',
  mode: 'session',
  role: 'eve',
  database: 'postgres',
  address: '192.0.2.7',
  code: '28P01',
  milliseconds: null,
  received: null,
  sent: null,
};
const logs = {
  requestLog: {
    ...logAway,
    read: async (_ref: string, { services }: { services?: readonly string[] }) => ({
      entries: requests.filter(({ path }) => services === undefined || path.startsWith(`/${services[0]}/`)),
      cursor: null,
    }),
  },
  functionLog: functionLogAway,
  poolerLog: { ...poolerLogAway, read: async () => ({ entries: [refused], cursor: null }) },
  postgresLog: { ...postgresLogAway, read: async () => ({ entries: [entry], cursor: null }) },
};
const ask = (sql?: string) => runLogQuery(logs, 'abc', { sql });

test('without a query the requests of the last minute are answered, whole', async () => {
  const rows = await ask();
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({
    timestamp: (NOW - 1_000) * 1_000,
    event_message: 'POST | 400 | /auth/v1/token',
    metadata: [{ request: [{ method: 'POST', path: '/auth/v1/token' }], response: [{ status_code: 400 }] }],
  });
});

test('names of unnest lead to what is below', async () => {
  expect(
    await ask(`select cast(edge_logs.timestamp as datetime) as at, r.path, response.status_code as code
      from edge_logs cross join unnest(metadata) as m cross join unnest(m.request) as r
      cross join unnest(m.response) as response
      where response.status_code >= 400 and (r.path like '/rest/%' or r.method = 'PUT') and not m.nothing is not null
      order by timestamp desc limit 5 -- the slow ones`),
  ).toEqual([{ at: (NOW - 2_000) * 1_000, path: '/rest/v1/stones', code: 500 }]);
});

test('the form with one table for all logs is the same', async () => {
  expect(
    await ask(
      `select event_message, log_attributes['parsed.sql_state_code'] as code from logs where source = 'postgres_logs' and toInt32OrZero(log_attributes['parsed.process_id']) = 7`,
    ),
  ).toEqual([{ event_message: 'division by zero', code: '22012' }]);
});

test('who was refused by the pooler is found as hosted services call it', async () => {
  expect(
    await ask(
      'select event_message, severity_text, m.user, m.peer_ip from supavisor_logs cross join unnest(metadata) as m',
    ),
  ).toEqual([
    {
      event_message: 'password authentication failed for user "eve"',
      severity_text: 'WARNING',
      user: 'eve',
      peer_ip: '192.0.2.7',
    },
  ]);
});

test('what the command line asks: several logs as one, each with the level that its lines have', async () => {
  const level = `multiIf(
    source = 'postgres_logs', multiIf(upper(log_attributes['parsed.error_severity']) in ('ERROR','FATAL'), 'error', lower(log_attributes['parsed.error_severity'])),
    source in ('edge_logs','function_edge_logs'), multiIf(toInt32OrZero(log_attributes['response.status_code']) >= 500, 'error', toInt32OrZero(log_attributes['response.status_code']) >= 400, 'warn', 'info'),
    source = 'auth_logs', if(log_attributes['nothing'] = 'x', 'error', lower(log_attributes['level'])),
    '')`;
  const logsOf = (where: string, rest = 'order by ts_ms desc, id desc limit 100') =>
    ask(
      `select id, toUnixTimestamp64Milli(timestamp) as ts_ms, source, ${level} as level, event_message, log_attributes from logs where ${where} ${rest}`,
    );
  const some = `(source = 'edge_logs' or source = 'postgres_logs' or source = 'auth_logs' or source = 'supavisor_logs')`;
  expect(
    (await logsOf(some)).map(({ ts_ms, source, level }) => [Number(ts_ms) - NOW, source, level]),
  ).toEqual([
    [-1_000, 'edge_logs', 'warn'],
    [-1_000, 'auth_logs', 'warning'],
    [-2_000, 'edge_logs', 'error'],
    [-3_000, 'edge_logs', 'info'],
    [-5_000, 'postgres_logs', 'error'],
    [-6_000, 'supavisor_logs', ''],
  ]);
  expect(await logsOf(`${some} and (${level}) in ('error')`, 'order by ts_ms asc limit 1')).toMatchObject([
    {
      event_message: 'division by zero',
      log_attributes: { 'parsed.sql_state_code': '22012', 'parsed.process_id': '7' },
    },
  ]);
  expect(await logsOf(`${some} and positionCaseInsensitiveUTF8(event_message, 'BY ZERO') > 0`)).toHaveLength(
    1,
  );
  expect(await logsOf(`source = 'pg_upgrade_logs'`)).toEqual([]);
});

test('lines are counted, and the oldest come first when they are asked for', async () => {
  expect(
    await ask(`select count(*) as n from edge_logs as t where t.event_message ilike '%STONES%'`),
  ).toEqual([{ n: 2 }]);
  expect(await ask('select timestamp from edge_logs order by timestamp asc limit 1')).toEqual([
    { timestamp: (NOW - 3_000) * 1_000 },
  ]);
  expect(await ask(`select status, msg from auth_logs where regexp_contains(path, 'token')`)).toEqual([
    { status: 400, msg: 'request completed' },
  ]);
});

test.each([
  ['delete from edge_logs', /"delete" is not understood/],
  ['select 1; drop table x', /not understood/],
  ['select path from secrets', /no log secrets/],
  ['select path from logs', /name one source/],
  ['select path from edge_logs group by path', /"(group|by)" is not understood/],
  ['select path from edge_logs order by path', /by timestamp only/],
  ['select sleep(path) from edge_logs', /sleep is not among/],
  ["select path from edge_logs where regexp_contains(path, '(a+)+$')", /plain text/],
  [`select path from edge_logs where ${'('.repeat(200)}`, /too deeply/],
  ['select (', /not understood/],
  ['select path from edge_logs where path', /not understood/],
  ["select (path = 'a') as b from edge_logs", /not understood/],
  ['select multiIf(path) from edge_logs', /not understood/],
  [`select ${'lower('.repeat(200)} from edge_logs`, /too deeply|not understood/],
])('%s is refused with what is wrong', async (sql, message) => {
  await expect(ask(sql)).rejects.toThrow(message);
});

test('a time that is too long, or ends before it begins, is refused', async () => {
  const at = (ago: number) => new Date(NOW - ago).toISOString();
  const span = (start: number, end: number) =>
    runLogQuery(logs, 'abc', { iso_timestamp_start: at(start), iso_timestamp_end: at(end) });
  await expect(span(0, 1_000)).rejects.toThrow(/earlier/);
  await expect(span(3 * 86_400_000, 0)).rejects.toThrow(/24 hours/);
});

test.each([
  ['abc', 'abc', true],
  ['a%c', 'abbc', true],
  ['a%c', 'abcd', false],
  ['%b%d%', 'abcde', true],
  ['%ab', 'b', false],
  ['a%a', 'a', false],
  ['a_c', 'abc', false],
])('like %s of %s: %s', (pattern, text, result) => {
  expect(likeMatcher(pattern, false)(text)).toBe(result);
});
