import type { AvailableVersion, PostgresEngine } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import {
  currentChoice,
  decodeVersion,
  defaultChoice,
  encodeVersion,
  sortVersions,
  versionText,
} from './version-choice.ts';

const version = (name: string, engine: PostgresEngine, channel = 'ga'): AvailableVersion => ({
  version: `supabase-postgres-${name}`,
  postgres_engine: engine,
  release_channel: channel,
});
const beta18 = version('18.1', '18', 'beta');
const ga17 = version('17.6', '17');
const ga15 = version('15.8', '15');
const alpha15 = version('15.1', '15', 'alpha');

test('a choice is engine and channel, there and back', () => {
  expect(encodeVersion(beta18)).toBe('18|beta');
  expect(decodeVersion('18|beta')).toEqual({ postgres_engine: '18', release_channel: 'beta' });
});

test.each(['', '18', '|ga', '18|', '18|ga|x'])('%j is no choice', (text) =>
  expect(decodeVersion(text)).toBeNull(),
);

test('versions are in the order of their strings', () =>
  expect(sortVersions([beta18, ga17, ga15, alpha15]).map(versionText)).toEqual([
    '15.1',
    '15.8',
    '17.6',
    '18.1',
  ]));

describe('the default', () => {
  test.each<[string, AvailableVersion[], string]>([
    ['is the first ga', [beta18, ga17, ga15, alpha15], '15|ga'],
    ['is the first of all without ga', [beta18, alpha15], '15|alpha'],
    ['is nothing where there is nothing', [], ''],
  ])('%s', (_, versions, choice) => expect(defaultChoice(versions)).toBe(choice));
});

describe('the current choice', () => {
  test('stays while it is offered', () => expect(currentChoice([ga15, ga17], '17|ga')).toBe('17|ga'));
  test('falls back when it is not', () => expect(currentChoice([ga15, ga17], '18|beta')).toBe('15|ga'));
  test('is the default before anything was chosen', () => expect(currentChoice([ga17], '')).toBe('17|ga'));
});
