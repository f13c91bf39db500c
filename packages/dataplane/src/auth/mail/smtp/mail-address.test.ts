import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMailAddress } from './mail-address.ts';

test.each([
  'a@b.test',
  'a..b.@c.test',
  "o'hara+tag@sub.example.org",
  'jürgen@bücher.example',
  'x@localhost',
  'a.b@1.2.3.4',
])('%s can be addressed', (address) => {
  expect(isMailAddress(address)).toBe(true);
});

test.each([
  '',
  '@b.test',
  'a@',
  'a',
  'a b@c.test',
  '"a b"@c.test',
  'a@b.test,c@d.test',
  'a@b.test\r\nBcc: c@d.test',
  'a@b.test\n',
  '<a@b.test>',
  'A <a@b.test>',
  'a@-b.test',
  'a@b..test',
  'a@b.test>',
  `${'a'.repeat(65)}@b.test`,
  `a@${'b.'.repeat(130)}test`,
])('%j cannot', (address) => {
  expect(isMailAddress(address)).toBe(false);
});

test('nothing with white space, control characters or list signs is an address', () => {
  const sign = fc.constantFrom(
    '\r',
    '\n',
    '\0',
    ' ',
    ',',
    ';',
    '<',
    '>',
    '(',
    ')',
    ':',
    '"',
    '\\',
    '\u2028',
    '\u00a0',
  );
  fc.assert(
    fc.property(fc.string(), sign, fc.string(), (before, bad, after) => {
      expect(isMailAddress(`${before}${bad}${after}`)).toBe(false);
      expect(isMailAddress(`a${bad}@b.test`)).toBe(false);
      expect(isMailAddress(`a@b${bad}.test`)).toBe(false);
    }),
  );
});
