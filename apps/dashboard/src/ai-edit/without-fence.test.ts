import { expect, test } from 'vitest';
import { withoutFence } from './without-fence.ts';

test.each([
  ['select 1;', 'select 1;'],
  ['```sql\nselect 1;\n```', 'select 1;'],
  ['\n```\nselect 1;\n\nselect 2;```\n', 'select 1;\n\nselect 2;'],
  ['  select `a`;\n', '  select `a`;\n'],
  ['Here:\n```sql\nselect 1;\n```', 'Here:\n```sql\nselect 1;\n```'],
  ['```sql\n```', ''],
])('%j is %j', (answer, code) => {
  expect(withoutFence(answer)).toBe(code);
});
