import type { RequestLogEntry } from '@basalt/contract';
import { expect, it } from 'vitest';
import { durationLabels, entryKeys, statusLabels } from './log-labels.ts';

it.each([
  [0.42, '0.4 ms'],
  [9.94, '9.9 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [1_250, '1.25 s'],
])('%d ms is %s', (milliseconds, words) => {
  expect(durationLabels(milliseconds)).toBe(words);
});

it.each<[number, string | null, string | null, string | null]>([
  [401, null, 'rest', 'No valid key or token'],
  [401, 'anon', 'rest', 'Refused by permissions or policies (RLS)'],
  [403, 'authenticated', 'rest', 'Refused by permissions or policies (RLS)'],
  [401, 'anon', 'auth', 'No valid session'],
  [404, 'anon', 'functions', 'There is no such service here'],
  [404, 'anon', 'rest', 'Nothing at this path'],
  [404, null, null, 'Nothing at this path'],
  [418, null, null, null],
])('%s for %s at %s: %s', (status, role, service, words) => {
  expect(statusLabels({ status, role, service })).toBe(words);
});

it('every entry has a key of its own that stays when newer ones come', () => {
  const entry = {
    at: '2026-01-01T00:00:00.000Z',
    method: 'GET',
    path: '/rest/v1/stones',
    status: 200,
    milliseconds: 1,
    role: 'anon',
    service: 'rest',
  } satisfies RequestLogEntry;
  const older = entryKeys([entry, entry]);
  expect(new Set(older).size).toBe(2);
  const newer = entryKeys([{ ...entry, at: '2026-01-01T00:00:01.000Z' }, entry, entry]);
  expect(newer.slice(1)).toEqual(older);
});
