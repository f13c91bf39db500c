import { expect, it } from 'vitest';
import {
  type HeardMessage,
  KEPT_MESSAGES,
  lineOf,
  logFile,
  readPayload,
  shownMessages,
  withMessages,
} from './message-log.ts';

const heard = (id: number, kind: HeardMessage['kind'], payload: unknown = {}): HeardMessage => ({
  id,
  at: 0,
  kind,
  event: 'cursor',
  payload,
});
const ALL = { hidden: [], search: '' };
const LOG = [
  heard(1, 'broadcast', { name: 'Ada' }),
  heard(2, 'presence'),
  heard(3, 'change', { name: 'Bob' }),
];
const ids = (messages: readonly HeardMessage[]) => messages.map(({ id }) => id);

it('shows the newest first, by kind and by what is in it', () => {
  expect(ids(shownMessages(LOG, ALL))).toEqual([3, 2, 1]);
  expect(ids(shownMessages(LOG, { hidden: ['presence'], search: '' }))).toEqual([3, 1]);
  expect(ids(shownMessages(LOG, { hidden: [], search: ' ADA' }))).toEqual([1]);
  expect(ids(shownMessages(LOG, { hidden: [], search: 'cursor' }))).toEqual([3, 2, 1]);
});

it('lets the oldest go', () => {
  const full = Array.from({ length: KEPT_MESSAGES }, (_, i) => heard(i, 'broadcast'));
  const after = withMessages(full, [heard(KEPT_MESSAGES, 'broadcast')]);
  expect(after).toHaveLength(KEPT_MESSAGES);
  expect(after[0]?.id).toBe(1);
  expect(withMessages(LOG, [])).toBe(LOG);
});

it('tells of a change by its table and row', () => {
  const change = { schema: 'public', table: 'notes', commit_timestamp: 'x', new: { id: 1 }, old: {} };
  expect(lineOf({ kind: 'change', event: 'INSERT', payload: change })).toBe('INSERT public.notes {"id":1}');
  const gone = { ...change, new: {}, old: { id: 2 } };
  expect(lineOf({ kind: 'change', event: 'DELETE', payload: gone })).toBe('DELETE public.notes {"id":2}');
});

it('is saved with its times', () =>
  expect(JSON.parse(logFile([heard(1, 'broadcast', { a: 1 })]))).toEqual([
    { at: '1970-01-01T00:00:00.000Z', kind: 'broadcast', event: 'cursor', payload: { a: 1 } },
  ]));

it.each([
  ['{"a":1}', { payload: { a: 1 } }],
  ['[1]', { problem: expect.stringContaining('JSON object') }],
  ['{a}', { problem: expect.stringContaining('not JSON') }],
])('reads %s', (text, read) => expect(readPayload(text)).toEqual(read));
