import { describe, expect, it } from 'vitest';
import { momentFormat, parseMoment } from './moment.ts';

const iso = (text: string) => {
  const at = parseMoment(text);
  return at === null ? null : new Date(at).toISOString();
};

describe('parseMoment', () => {
  it.each([
    ['2026-03-09', '2026-03-09T00:00:00.000Z'],
    ['2026-03', '2026-03-01T00:00:00.000Z'],
    ['2026-03-09 12:30:00.5+02', '2026-03-09T10:30:00.500Z'],
    ['2026-03-09 12:30:00-05:30', '2026-03-09T18:00:00.000Z'],
    ['2026-03-09T12:30:00Z', '2026-03-09T12:30:00.000Z'],
    ['2026-03-09 12:30:00.123456', '2026-03-09T12:30:00.123Z'],
  ])('reads %s', (text, moment) => {
    expect(iso(text)).toBe(moment);
  });

  it.each([
    '1',
    '2026',
    '12.5',
    'infinity',
    '-infinity',
    '2026-02-31',
    '2026-13-01',
    'March 9',
    '0044-03-15 BC',
    '',
  ])('does not take %j for a date', (text) => {
    expect(parseMoment(text)).toBeNull();
  });
});

describe('momentFormat', () => {
  const format = (...texts: string[]) => {
    const moments = texts.map((text) => parseMoment(text) ?? 0);
    return moments.map(momentFormat(moments));
  };
  it('writes days, with the year or the time where they tell moments apart', () => {
    expect(format('2026-03-09', '2026-04-01')).toEqual(['09 Mar', '01 Apr']);
    expect(format('2025-12-31', '2026-01-01')).toEqual(['31 Dec 2025', '01 Jan 2026']);
    expect(format('2026-03-09 10:00', '2026-03-09 11:30')).toEqual(['09 Mar, 10:00', '09 Mar, 11:30']);
  });
});
