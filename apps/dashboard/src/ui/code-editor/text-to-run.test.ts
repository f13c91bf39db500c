import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { aroundSelection, statementAtCursor, textToRun } from './text-to-run.ts';

const doc = 'select 1;\nselect 2;\nselect 3;';
const at = (anchor: number, head = anchor) => EditorState.create({ doc, selection: { anchor, head } });

describe('textToRun', () => {
  it('takes everything when nothing is selected', () => {
    expect(textToRun(at(12))).toEqual({ sql: doc, firstLine: 1, isSelection: false });
  });

  it('takes the selection and says on which line it starts', () => {
    expect(textToRun(at(10, 19))).toEqual({ sql: 'select 2;', firstLine: 2, isSelection: true });
  });

  it('does not mind a selection made backwards', () => {
    expect(textToRun(at(29, 20))).toEqual({ sql: 'select 3;', firstLine: 3, isSelection: true });
  });
});

const statementAtCursorDoc = "-- first\nselect ';';\n\nselect 2;\n";
const statementAtCursorAt = (anchor: number, head = anchor) =>
  statementAtCursor(EditorState.create({ doc: statementAtCursorDoc, selection: { anchor, head } }));
const inSecond = statementAtCursorDoc.indexOf('2');

describe('statementAtCursor', () => {
  it.each([
    ['before the first', 0, "select ';'", 2],
    ['in the first', statementAtCursorDoc.indexOf("';'") + 1, "select ';'", 2],
    ['between the two', statementAtCursorDoc.indexOf('\n\nselect'), "select ';'", 2],
    ['in the second', inSecond, 'select 2', 4],
    ['at the end', statementAtCursorDoc.length, 'select 2', 4],
  ])('takes the statement with the cursor %s', (_place, cursor, sql, firstLine) => {
    expect(statementAtCursorAt(cursor)).toEqual({ sql, firstLine, isSelection: false });
  });

  it('takes a selection as it is', () => {
    expect(statementAtCursorAt(inSecond, inSecond + 1)).toEqual({
      sql: '2',
      firstLine: 4,
      isSelection: true,
    });
  });

  it('finds nothing in an empty text', () => {
    expect(statementAtCursor(EditorState.create({ doc: ' -- nothing' }))).toBeNull();
  });
});

const aroundSelectionDoc = 'one\ntwo\nthree';
const aroundSelectionAt = (anchor: number, head = anchor) =>
  aroundSelection(EditorState.create({ doc: aroundSelectionDoc, selection: { anchor, head } }));

it.each([
  ['the line of the cursor', aroundSelectionAt(5), { before: 'one\n', selection: 'two', after: '\nthree' }],
  [
    'every selected line, whole',
    aroundSelectionAt(6, 2),
    { before: '', selection: 'one\ntwo', after: '\nthree' },
  ],
  [
    'no line that is only touched',
    aroundSelectionAt(4, 8),
    { before: 'one\n', selection: 'two', after: '\nthree' },
  ],
  [
    'the end',
    aroundSelectionAt(aroundSelectionDoc.length),
    { before: 'one\ntwo\n', selection: 'three', after: '' },
  ],
])('takes %s', (_what, parts, expected) => {
  expect(parts).toEqual(expected);
  expect(parts.before + parts.selection + parts.after).toBe(aroundSelectionDoc);
});
