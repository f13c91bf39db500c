import { expect, test } from 'vitest';
import { snippetNames } from './snippet-names.ts';

test.each([
  [[], ''],
  [['Sales'], 'Sales'],
  [['Sales', 'Costs'], 'Sales and Costs'],
  [['Sales', 'Costs', 'Staff', 'Rent'], 'Sales, Costs and 2 more'],
])('%j is %j', (names, text) => {
  expect(snippetNames(names.map((name) => ({ id: name, name })))).toBe(text);
});
