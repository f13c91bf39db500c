import type { Backup } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { draftInZone, draftOf, edgesOf, judgeMoment, type MomentDraft, quickPicks } from './target-moment.ts';

const berlin = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const edges = { earliest: at('2026-03-01T00:00:00Z'), latest: at('2026-11-20T15:00:00Z') };
const draft = (date: string, time: string, later: boolean | null = null): MomentDraft => ({
  date,
  time,
  later,
});

describe('judgeMoment', () => {
  test.each([
    ['nothing typed', draft('', '')],
    ['only a date', draft('2026-06-01', '')],
    ['no such date', draft('2026-06-31', '12:00:00')],
  ])('%s means nothing yet', (_, typed) =>
    expect(judgeMoment(typed, berlin, edges)).toEqual({ kind: 'empty' }),
  );

  test('an ordinary time', () =>
    expect(judgeMoment(draft('2026-06-01', '12:00:07'), berlin, edges)).toMatchObject({
      kind: 'moment',
      at: at('2026-06-01T10:00:07Z'),
    }));

  test('a time that clocks leave out is refused with the reason', () =>
    expect(judgeMoment(draft('2026-03-29', '02:30:00'), berlin, edges)).toEqual({
      kind: 'missing',
      message:
        'There is no 02:30:00 on 29 Mar 2026 in Europe/Berlin: clocks go forward from 02:00 to 03:00. Choose another time.',
    }));

  test('a day that a calendar left out is refused too', () =>
    expect(judgeMoment(draft('2011-12-30', '10:00:00'), 'Pacific/Apia', edges)).toMatchObject({
      kind: 'missing',
      message: expect.stringContaining('the calendar leaves that day out'),
    }));

  test('a time that clocks show twice asks which', () => {
    const moments = [at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')];
    expect(judgeMoment(draft('2026-10-25', '02:30:00'), berlin, edges)).toEqual({ kind: 'twice', moments });
    expect(judgeMoment(draft('2026-10-25', '02:30:00', false), berlin, edges)).toMatchObject({
      kind: 'moment',
      at: moments[0],
    });
    expect(judgeMoment(draft('2026-10-25', '02:30:00', true), berlin, edges)).toMatchObject({
      kind: 'moment',
      at: moments[1],
    });
  });

  test.each([
    ['2026-03-01', '00:59:59', 'The earliest moment is 01 Mar 2026, 01:00:00.', edges.earliest],
    ['2026-11-20', '16:00:01', 'The newest moment is 20 Nov 2026, 16:00:00.', edges.latest],
  ])('%s %s is outside', (date, time, message, edge) =>
    expect(judgeMoment(draft(date, time), berlin, edges)).toEqual({ kind: 'outside', edge, message }),
  );

  test.each([
    ['2026-03-01', '01:00:00'],
    ['2026-11-20', '16:00:00'],
  ])('the edge %s %s itself is inside', (date, time) =>
    expect(judgeMoment(draft(date, time), berlin, edges).kind).toBe('moment'),
  );
});

test('edges are whole seconds inside the range', () => {
  expect(edgesOf({ earliest: '2026-01-01T00:00:00.250Z', latest: '2026-01-01T00:00:09.750Z' })).toEqual({
    earliest: at('2026-01-01T00:00:01Z'),
    latest: at('2026-01-01T00:00:09Z'),
  });
  expect(edgesOf({ earliest: '2026-01-01T00:00:01.250Z', latest: '2026-01-01T00:00:01.750Z' })).toBeNull();
  expect(edgesOf({ earliest: null, latest: null })).toBeNull();
});

test.each([
  ['2026-10-25T00:30:00Z', draft('2026-10-25', '02:30:00', false)],
  ['2026-10-25T01:30:00Z', draft('2026-10-25', '02:30:00', true)],
  ['2026-06-01T10:00:07.900Z', draft('2026-06-01', '12:00:07')],
])('the fields of %s', (moment, fields) => expect(draftOf(at(moment), berlin)).toEqual(fields));

describe('draftInZone', () => {
  test('keeps the moment', () =>
    expect(draftInZone(draft('2026-06-01', '12:00:00'), berlin, 'UTC')).toEqual(
      draft('2026-06-01', '10:00:00'),
    ));
  test('keeps the later of two', () =>
    expect(draftInZone(draft('2026-10-25', '02:30:00', true), berlin, 'UTC')).toEqual(
      draft('2026-10-25', '01:30:00'),
    ));
  test('keeps what is typed while it means nothing', () => {
    expect(draftInZone(draft('2026-03-29', '02:30:00'), berlin, 'UTC')).toEqual(
      draft('2026-03-29', '02:30:00'),
    );
    expect(draftInZone(draft('2026-10-25', '02:30:00'), berlin, 'UTC')).toEqual(
      draft('2026-10-25', '02:30:00'),
    );
    expect(draftInZone(draft('2026-06-01', ''), berlin, 'UTC')).toEqual(draft('2026-06-01', ''));
  });
});

const now = Date.parse('2026-11-20T12:00:00.400Z');
const backup = (started_at: string, state: Backup['state'] = 'done') => ({ started_at, state }) as Backup;
const labels = (earliest: string, backups: Backup[] = []) =>
  quickPicks({ earliest: Date.parse(earliest), latest: now - 2_400 }, backups, now).map(({ label }) => label);

test('an old project offers everything', () => {
  const picks = quickPicks(
    { earliest: Date.parse('2026-11-13T00:00:00Z'), latest: now - 2_400 },
    [
      backup('2026-11-20T03:30:00.500Z'),
      backup('2026-11-19T03:30:00Z'),
      backup('2026-11-20T11:59:00Z', 'running'),
    ],
    now,
  );
  expect(picks.map(({ label, at }) => `${label}: ${new Date(at).toISOString()}`)).toEqual([
    'Newest moment: 2026-11-20T11:59:58.000Z',
    '5 minutes ago: 2026-11-20T11:55:00.000Z',
    '1 hour ago: 2026-11-20T11:00:00.000Z',
    '1 day ago: 2026-11-19T12:00:00.000Z',
    'Just before the last backup: 2026-11-20T03:29:59.000Z',
    'Earliest moment: 2026-11-13T00:00:00.000Z',
  ]);
});

test('a young one only what it can restore', () => {
  expect(labels('2026-11-20T11:58:00Z', [backup('2026-11-20T11:58:00Z')])).toEqual([
    'Newest moment',
    'Earliest moment',
  ]);
  expect(labels('2026-11-20T11:30:00Z')).toEqual(['Newest moment', '5 minutes ago', 'Earliest moment']);
});
