import { describe, expect, it } from 'vitest';
import { hideLiterals } from './hide-literals.ts';

describe('hideLiterals', () => {
  it.each([
    ["alter role me password 'secret'", "alter role me password '…'"],
    [
      "select E'se\\'cret', $a$secret$a$, U&'secret', 1 from \"table\"",
      "select '…', '…', '…', 1 from \"table\"",
    ],
    ["select 'secret that was cut o", "select '…'"],
    ['select 1 -- secret\n, 2 /* secret */', 'select 1  \n, 2  '],
    ['do $$ secret that was cut o', "do '…'"],
    ['', ''],
  ])('%j', (sql, shown) => {
    expect(hideLiterals(sql)).toBe(shown);
  });
});
