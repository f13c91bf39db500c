import { FUNCTION_SLUG } from '@basalt/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugFromName } from './slug-from-name.ts';

test.each([
  ['Send welcome mail', 'send-welcome-mail'],
  ['Ölpreise für 2026', 'olpreise-fur-2026'],
  ['  2nd try!  ', 'nd-try'],
  ['my_function', 'my_function'],
  ['東京', ''],
])('%j becomes %j', (name, slug) => expect(slugFromName(name)).toBe(slug));

test('is empty or a slug that the server takes', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const slug = slugFromName(name);
      expect(slug === '' || FUNCTION_SLUG.test(slug)).toBe(true);
    }),
  ));
