import { describe, expect, it } from 'vitest';
import {
  filtersOf,
  isAsked,
  LOG_BUCKETS,
  localMoment,
  logFilter,
  logSpan,
  momentOfLocal,
  momentsOf,
} from './log-question.ts';

describe('logSpan', () => {
  it.each([
    [{}, '1h'],
    [{ range: '7d' }, '7d'],
    [{ range: 'for ever' }, '1h'],
    [{ range: '24h', from: '2026-01-02T00:00:00Z' }, '24h'],
    [{ range: '24h', from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, '24h'],
    [{ from: 'yesterday', to: 'today' }, '1h'],
  ])('%j is the last %s', (search, value) => {
    expect(logSpan(search)).toMatchObject({ kind: 'last', value });
  });

  it('two moments win over a range', () => {
    const search = { range: '7d', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const [from, to] = [Date.parse(search.from), Date.parse(search.to)];
    expect(logSpan(search)).toEqual({ kind: 'between', from, to });
    expect(momentsOf(logSpan(search), Date.now())).toEqual({ from, to });
  });
});

describe('momentsOf', () => {
  const hour = logSpan({ range: '1h' });
  const minute = 3_600_000 / LOG_BUCKETS;

  it('reaches from now back, in whole bars', () => {
    const now = Date.parse('2026-01-01T12:34:56.789Z');
    const { from, to } = momentsOf(hour, now);
    expect(new Date(to).toISOString()).toBe('2026-01-01T12:35:00.000Z');
    expect(to - from).toBe(3_600_000);
  });

  it('stands still within a bar and moves on by one', () => {
    const now = Date.parse('2026-01-01T12:34:01Z');
    expect(momentsOf(hour, now + 58_000)).toEqual(momentsOf(hour, now));
    expect(momentsOf(hour, now + minute).to).toBe(momentsOf(hour, now).to + minute);
  });
});

describe('logFilter', () => {
  it('keeps what the log knows and drops the rest', () => {
    expect(
      logFilter({ method: 'GET', status: '4xx', service: 'rest', role: 'anon', path: '/rest', live: true }),
    ).toEqual({ method: 'GET', status: '4xx', service: 'rest', role: 'anon', path: '/rest' });
    expect(logFilter({ method: 'BREW', status: '6xx', service: 'coffee' })).toEqual({});
    expect(logFilter({ status: '404', path: 'x'.repeat(999) })).toEqual({
      status: '404',
      path: 'x'.repeat(256),
    });
  });
});

it('comes back as it went', () => {
  const at = Date.parse('2026-03-04T05:06:07Z');
  expect(localMoment(at)).toMatch(/^2026-03-0[345]T\d\d:\d\d:07$/);
  expect(momentOfLocal(localMoment(at))).toBe(at);
});

it.each(['', 'yesterday', '2026-13-40T99:99', '2026-01-01'])('%j is no moment', (text) => {
  expect(momentOfLocal(text)).toBeNull();
});

it('keeps of a question what can be asked again', () => {
  const search = { range: '6h', from: '2026-01-01', status: '5xx', service: 'auth', live: true, q: 'x' };
  expect(filtersOf('requests', search)).toEqual({ range: '6h', status: '5xx', service: 'auth', q: 'x' });
  expect(filtersOf('auth-logs', search)).toEqual({ range: '6h', status: '5xx', q: 'x' });
  expect(isAsked(filtersOf('requests', search))).toBe(true);
  expect(isAsked({ range: '6h' })).toBe(false);
});
