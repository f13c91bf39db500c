import { passwordStrength } from '@basalt/contract';
import { expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

it('makes strong passwords of the wanted length that need no escaping', () => {
  const passwords = Array.from({ length: 50 }, () => generatePassword());
  for (const password of passwords) {
    expect(password).toMatch(/^[A-Za-z0-9_-]{24}$/);
    expect(passwordStrength(password)).toBe('strong');
  }
  expect(new Set(passwords).size).toBe(50);
  expect(generatePassword(40)).toHaveLength(40);
});
