import { expect, it } from 'vitest';
import { isWebLink, messageKind } from './message-kind.ts';

it.each([
  ['recovery', 'Password recovery'],
  ['something_new', 'Something new'],
  ['', ''],
])('%s is %s', (kind, words) => {
  expect(messageKind(kind)).toBe(words);
});

it.each([
  ['http://127.0.0.1:8001/abc/auth/v1/verify?token=1', true],
  ['https://api.example.com/verify', true],
  ['javascript:alert(1)', false],
  ['myapp://verify', false],
  ['not a link', false],
])('opening %s in a browser: %s', (link, may) => {
  expect(isWebLink(link)).toBe(may);
});
