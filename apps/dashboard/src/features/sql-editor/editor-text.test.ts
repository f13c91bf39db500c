import { expect, it } from 'vitest';
import { explainText } from './editor-text.ts';

const ASK = 'explain (analyze false, format json)';

it.each([
  ['a statement', 'select 1;', `${ASK} select 1;`],
  ['one behind a comment, which keeps its line', '-- why\ndelete from t', `-- why\n${ASK} delete from t`],
  ['what asks already', 'EXPLAIN select 1', 'EXPLAIN select 1'],
])('asks for the plan of %s', (_what, sql, asked) => {
  expect(explainText(sql)).toBe(asked);
});

it.each(['', '-- nothing', 'select 1; drop table t'])('refuses %j', (sql) => {
  expect(explainText(sql)).toBeNull();
});
