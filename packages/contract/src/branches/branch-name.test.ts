import { expect, test } from 'vitest';
import { branchNameProblem } from './branch-name.ts';

test.each(['ab', 'feature/login-page', 'v1.2_x', '_a', 'A/b/c', 'a'.repeat(100)])('%s is a name', (name) => {
  expect(branchNameProblem(name)).toBeNull();
});

test.each([
  '',
  'a',
  'a b',
  'größe',
  '支店',
  '..',
  'a..b',
  'a//b',
  '/a',
  'a/',
  '-a',
  '.a',
  'a.',
  'a/.b',
  'a./b',
  'a.lock',
  'a.lock/b',
  'a\n',
  'a\u0000b',
  'a~1',
  'abcdefghijklmnopqrst',
  '3f0c8f5e-1c1c-4a60-9d5e-0123456789ab',
  'a'.repeat(101),
])('%j is none', (name) => {
  expect(branchNameProblem(name)).not.toBeNull();
});
