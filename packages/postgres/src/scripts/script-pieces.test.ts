import { describe, expect, it } from 'vitest';
import { statementAt } from './script-pieces.ts';

describe('statementAt', () => {
  it.each<[string, number | null, number, number]>([
    ['select 1; selec 2; select 3', 11, 0, 1],
    ['select 1; select 2', null, 1, 1],
    ['select 1; select 2', null, 2, 1],
    ['select 1', null, 0, 0],
    ["select '🌋🌋🌋'; selec 2", 16, 0, 1],
    ['select 1; select', 17, 0, 1],
    ['select 1; /* open', 11, 0, 0],
    ['', 1, 0, 0],
  ])(
    '%j: an error at %j after %i statements belongs to statement %i',
    (sql, position, completed, expected) => {
      expect(statementAt(sql, position, completed)).toBe(expected);
    },
  );
});
