import { describe, expect, it } from 'vitest';
import { keyPrefix, maskKey, newKey } from './key-text.ts';

describe('keys', () => {
  it('have the form that public clients know, and are different each time', () => {
    expect(newKey('publishable')).toMatch(/^sb_publishable_[\w-]{32}$/);
    expect(newKey('secret')).toMatch(/^sb_secret_[\w-]{32}$/);
    expect(new Set(Array.from({ length: 100 }, () => newKey('secret'))).size).toBe(100);
  });

  it.each([
    ['sb_secret_a1B2c3d4e5', 'sb_secret_a1B2c3'],
    ['sb_publishable_Zz_9-xxx', 'sb_publishable_Zz_9-x'],
    ['eyJh.eyJp.signature', 'signat'],
  ])('%s is recognized by %s', (key, prefix) => {
    expect(keyPrefix(key)).toBe(prefix);
  });

  it('hide all but the beginning behind a mask', () => {
    const key = newKey('secret');
    expect(maskKey(key).startsWith(keyPrefix(key))).toBe(true);
    expect(maskKey(key)).not.toContain(key.slice(keyPrefix(key).length));
  });
});
