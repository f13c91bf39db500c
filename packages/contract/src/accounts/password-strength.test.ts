import { describe, expect, it } from 'vitest';
import { passwordProblem, passwordStrength } from './password-strength.ts';

describe('passwordStrength', () => {
  it.each([
    ['', 'weak'],
    ['short1!', 'weak'],
    ['password', 'weak'],
    ['password123', 'weak'],
    ['P@ssw0rd!', 'weak'],
    ['12345678', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['testpassword', 'weak'],
    ['x8Kd02lfP', 'good'],
    ['correct-horse-battery-staple', 'strong'],
    ['f3T!q9Zw-kD72pLx', 'strong'],
  ])('%j is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });
});

describe('passwordProblem', () => {
  it.each([
    ['', 'Enter a password.'],
    ['abc', 'Use at least 8 characters.'],
    ['password123', 'This password is easy to guess. Make it longer, or mix letters, digits and symbols.'],
    ['correct-horse-battery-staple', null],
  ])('%j: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });
});
