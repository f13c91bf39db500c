import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { statementAtCursor } from './statement-at-cursor.ts';

const doc = "-- first\nselect ';';\n\nselect 2;\n";
const at = (anchor: number, head = anchor) =>
  statementAtCursor(EditorState.create({ doc, selection: { anchor, head } }));
const inSecond = doc.indexOf('2');

describe('statementAtCursor', () => {
  it.each([
    ['before the first', 0, "select ';'", 2],
    ['in the first', doc.indexOf("';'") + 1, "select ';'", 2],
    ['between the two', doc.indexOf('\n\nselect'), "select ';'", 2],
    ['in the second', inSecond, 'select 2', 4],
    ['at the end', doc.length, 'select 2', 4],
  ])('takes the statement with the cursor %s', (_place, cursor, sql, firstLine) => {
    expect(at(cursor)).toEqual({ sql, firstLine, isSelection: false });
  });

  it('takes a selection as it is', () => {
    expect(at(inSecond, inSecond + 1)).toEqual({ sql: '2', firstLine: 4, isSelection: true });
  });

  it('finds nothing in an empty text', () => {
    expect(statementAtCursor(EditorState.create({ doc: ' -- nothing' }))).toBeNull();
  });
});
