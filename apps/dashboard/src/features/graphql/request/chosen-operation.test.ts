import { expect, it } from 'vitest';
import { chosenOperation } from './chosen-operation.ts';

const TWO = 'query A { a }\n\nquery B { b }\nfragment F on T { c }';

it.each([
  ['{ a }', 0, null],
  ['query A { a }', 0, null],
  [TWO, 4, 'A'],
  [TWO, TWO.indexOf('b }'), 'B'],
  [TWO, TWO.indexOf('c }'), 'A'],
  ['query A { a } query B {', 3, null],
])('of %j at %i: %s', (document, cursor, name) => expect(chosenOperation(document, cursor)).toBe(name));
