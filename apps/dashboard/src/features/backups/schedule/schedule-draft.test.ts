import { describe, expect, test } from 'vitest';
import { scheduleChanges, scheduleDraft, scheduleProblems, utcTime } from './schedule-draft.ts';

const summer = Date.parse('2026-07-01T12:00:00Z');
const winter = Date.parse('2026-11-20T12:00:00Z');
const schedule = { enabled: true, time: '03:30', retention_days: 7, plan_retention_days: 7, next_at: null };
const berlin = 'Europe/Berlin';

test.each([
  ['03:30', berlin, winter, '04:30'],
  ['03:30', berlin, summer, '05:30'],
  ['23:30', berlin, winter, '00:30'],
  ['03:30', 'America/New_York', winter, '22:30'],
  ['03:30', 'Asia/Kathmandu', winter, '09:15'],
])('%s UTC in %s', (time, zone, now, shown) => {
  expect(scheduleDraft({ ...schedule, time }, zone, now).time).toBe(shown);
  expect(utcTime(shown, zone, now)).toBe(time);
});

test('the plan’s days show as an empty field, others as they are', () => {
  expect(scheduleDraft(schedule, 'UTC', winter).days).toBe('');
  expect(scheduleDraft({ ...schedule, retention_days: 30 }, 'UTC', winter).days).toBe('30');
});

describe('scheduleChanges', () => {
  const draft = scheduleDraft(schedule, berlin, winter);
  test.each([
    ['nothing', {}, {}],
    ['the same time with seconds', { time: '04:30:00' }, {}],
    ['another time', { time: '00:15' }, { time: '23:15' }],
    ['off', { enabled: false }, { enabled: false }],
    ['more days', { days: ' 30 ' }, { retention_days: 30 }],
    ['no time at all', { time: '' }, {}],
  ])('%s', (_, part, changes) =>
    expect(scheduleChanges(schedule, { ...draft, ...part }, berlin, winter)).toEqual(changes),
  );
  test('back to the plan’s days', () =>
    expect(
      scheduleChanges({ ...schedule, retention_days: 30 }, { ...draft, days: '' }, berlin, winter),
    ).toEqual({ retention_days: null }));
});

test.each([
  ['', true],
  ['1', true],
  ['365', true],
  ['0', false],
  ['366', false],
  ['2.5', false],
  ['-3', false],
  ['many', false],
])('%s days are right: %s', (days, isRight) =>
  expect(scheduleProblems({ enabled: true, time: '03:30', days }).days === undefined).toBe(isRight),
);

test('a time must be one', () => {
  expect(scheduleProblems({ enabled: true, time: '', days: '' }).time).toMatch(/such as 03:30/);
  expect(scheduleProblems({ enabled: true, time: '03:30', days: '' }).time).toBeUndefined();
});
