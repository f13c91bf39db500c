import { expect, test } from 'vitest';
import { findSettings, hashOf } from './setting-place.ts';

const path = '/project/$ref/auth/settings';
const places = [
  {
    path,
    section: 'Sessions',
    label: 'Access tokens expire after',
    description: 'Applications get new ones.',
  },
  { path, section: 'Passwords', label: 'Shortest password' },
  { path, section: 'Providers', label: 'GitHub', keywords: 'Client ID Client secret' },
];

test('settings are found by all words of a text, the names first', () => {
  const labels = (text: string) => findSettings(places, text).map(({ label }) => label);
  expect(labels('password')).toEqual(['Shortest password']);
  expect(labels('secret github')).toEqual(['GitHub']);
  expect(labels('APPLICATIONS')).toEqual(['Access tokens expire after']);
  expect(labels('nothing of that')).toEqual([]);
});

test('a setting has an address below the one of its section', () => {
  expect(hashOf({ section: 'Sign-up and e-mail', label: 'Codes & links' })).toBe(
    'sign-up-and-e-mail/codes-links',
  );
  expect(hashOf({ section: 'SSL' })).toBe('ssl');
});
