import { describe, expect, it } from 'vitest';
import { shortName } from './short-name.ts';

describe('shortName', () => {
  it.each(['', 'Orders', 'x'.repeat(60), '岩'.repeat(60), '🪨'.repeat(60)])('keeps %s', (name) => {
    expect(shortName(name)).toBe(name);
  });

  it.each(['x', '岩', '🪨'])('cuts a long one between characters: %s', (character) => {
    expect(shortName(character.repeat(61))).toBe(`${character.repeat(59)}…`);
  });
});
