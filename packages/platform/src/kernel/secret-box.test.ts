import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretBox } from './secret-box.ts';

const box = secretBox(randomBytes(32));

describe('secretBox', () => {
  it('opens what it sealed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
        expect(box.open(box.seal(secret))).toBe(secret);
      }),
    );
  });

  it('never seals the same way twice', () => {
    expect(box.seal('secret').equals(box.seal('secret'))).toBe(false);
  });

  it('refuses changed bytes and another key', () => {
    const sealed = box.seal('secret');
    const changed = Buffer.from(sealed);
    changed[sealed.length - 1] = (changed[sealed.length - 1] ?? 0) ^ 1;
    expect(() => box.open(changed)).toThrow();
    expect(() => secretBox(randomBytes(32)).open(sealed)).toThrow();
  });
});
