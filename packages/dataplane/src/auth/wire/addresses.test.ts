import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailAddress, phoneNumber } from './address.ts';

describe('mail addresses', () => {
  test.each([
    ['anna@example.com', 'anna@example.com'],
    [' Anna.B+tag@Example.COM ', 'anna.b+tag@example.com'],
    ["o'neil@example.co.uk", "o'neil@example.co.uk"],
    ['jörg@bücher.example', 'jörg@bücher.example'],
    ['root@localhost', 'root@localhost'],
  ])('%j', (text, address) => {
    expect(emailAddress(text)).toBe(address);
  });

  test.each([
    '',
    '@',
    'anna',
    'anna@',
    '@example.com',
    'a b@example.com',
    'a@b@example.com',
    'a@example..com',
    'a@-example.com',
    'a@example.com\r\nBcc: b@example.com',
    '"a"@example.com',
    '<a@example.com>',
    'a,b@example.com',
    'a@exa_mple.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(150)}com`,
    'a\u0000@example.com',
    'a\u202e@example.com',
    'a@exam\u200bple.com',
  ])('not %j', (text) => {
    expect(() => emailAddress(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  test('have nothing in them that could start a header or another address', () => {
    const hostile = fc.array(
      fc.constantFrom('a', '@', '.', 'example.com', '\r\n', ',', ';', '<', '>', '"', ' ', '\t', ':'),
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        try {
          expect(emailAddress(parts.join(''))).toMatch(/^[^\s,;<>":]+@[^\s@,;<>":]+$/);
        } catch (error) {
          expect(error).toMatchObject({ code: 'validation_failed' });
        }
      }),
    );
  });
});

describe('phone numbers', () => {
  test.each([
    ['+49 151 2345678', '491512345678'],
    ['15551234567', '15551234567'],
  ])('%j', (text, digits) => {
    expect(phoneNumber(text)).toBe(digits);
  });

  test.each(['', '+', '0151', '+49-151', '1234567890123456', '٣٤٥٦٧', "1' or 1=1"])('not %j', (text) => {
    expect(() => phoneNumber(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
