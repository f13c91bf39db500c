import { describe, expect, test } from 'vitest';
import { findZones, isZone, listZones, zoneLabel, zonePreference } from './time-zones.ts';

const zones = ['Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Kolkata', 'America/St_Johns'];
const winter = Date.parse('2026-01-15T12:00:00Z');

describe('findZones', () => {
  test.each([
    ['', zones],
    ['berlin', ['Europe/Berlin']],
    ['new york', ['America/New_York']],
    ['New_York', ['America/New_York']],
    ['america/st', ['America/St_Johns']],
    ['  AMERICA  ', ['America/New_York', 'America/St_Johns']],
    ['+05:30', ['Asia/Kolkata']],
    ['utc+1', ['Europe/Berlin']],
    ['gmt+05', ['Asia/Kolkata']],
    ['-03:30', ['America/St_Johns']],
    ['−5', ['America/New_York']],
    ['atlantis', []],
  ])('“%s”', (typed, found) => expect(findZones(zones, typed, winter)).toEqual(found));
});

test('the own zone comes first and no zone twice', () => {
  const all = listZones('Asia/Kolkata');
  expect(all.slice(0, 2)).toEqual(['Asia/Kolkata', 'UTC']);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('Europe/Berlin');
});

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
])('%s is listed as %s', (old, present) => {
  const all = listZones(old);
  expect(all[0]).toBe(present);
  expect(all).not.toContain(old);
});

test('a remembered zone that this browser does not know is forgotten', () => {
  expect(zonePreference.parse('Europe/Berlin')).toBe('Europe/Berlin');
  expect(zonePreference.parse('Mars/Olympus')).toBeNull();
  expect(zonePreference.parse(7)).toBeNull();
  expect(isZone('')).toBe(false);
});

test('names are shown without underscores', () =>
  expect(zoneLabel('America/New_York')).toBe('America/New York'));
