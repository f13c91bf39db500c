import { expect, test } from 'vitest';
import { addressHint } from './key-texts.ts';

test('a project that shares its host with others is told how to keep sessions apart', () => {
  expect(addressHint('http://127.0.0.1:8001/abc', 'abc')).toContain(
    "auth.storageKey, such as 'sb-abc-auth-token'",
  );
  expect(addressHint('https://abc.api.example.com', 'abc')).toBe('Where your apps reach this project.');
});
