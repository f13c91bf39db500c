import { describe, expect, it } from 'vitest';
import { ACCESS_TOKEN, newAccessToken, newSetupCode } from './tokens.ts';

describe('tokens', () => {
  it('have the form that the public command line checks for', () => {
    expect(newAccessToken()).toMatch(ACCESS_TOKEN);
  });

  it('are different each time', () => {
    expect(new Set(Array.from({ length: 200 }, newSetupCode)).size).toBe(200);
  });

  it('make a set-up code without letters people mix up', () => {
    for (let i = 0; i < 200; i++) expect(newSetupCode()).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
  });
});
