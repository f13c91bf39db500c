import { describe, expect, it, test } from 'vitest';
import { readAnswer, readFunctionBlock } from './answer-parts.ts';

const kinds = (text: string) => readAnswer(text).map(({ kind }) => kind);

describe('readAnswer', () => {
  test.each([
    ['Hello.', ['words']],
    ['Hello.\n\n```sql\nselect 1;\n```\n\nDone.', ['words', 'sql', 'words']],
    ['```ts\nx\n```', ['words']],
    ['```pgsql\nselect 1\n```\n```SQL\nselect 2\n```', ['sql', 'sql']],
    ['```edge\nDeno.serve()\n```', ['function']],
    ['- ```sql\n  select 1\n  ```', ['words']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it('tells the queries of an answer apart, and one that is still written', () => {
    expect(readAnswer('```sql\nselect 1;\n```\n```sql\nselect 2')).toMatchObject([
      { text: 'select 1;', place: 0, isWhole: true },
      { text: 'select 2', place: 1, isWhole: false },
    ]);
  });
});

test.each([
  ['// props: {"name": "hello", "title": "Hello"}\nDeno.serve();', 'hello', 'Hello', 'Deno.serve();'],
  ['Deno.serve();', 'new-function', 'new-function', 'Deno.serve();'],
  ['// props: {"name": 4}\nx', 'new-function', 'new-function', 'x'],
  ['// props: {"na', 'new-function', 'new-function', '// props: {"na'],
])('%j is a function', (text, name, title, code) => {
  expect(readFunctionBlock(text)).toEqual({ name, title, code });
});
