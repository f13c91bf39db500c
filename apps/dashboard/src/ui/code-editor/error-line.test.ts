import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { errorLine, markErrorLine, markedErrorLine } from './error-line.ts';

const start = EditorState.create({ doc: 'select 1;\nselekt 2;\nselect 3;', extensions: [errorLine] });
const marked = (line: number | null) => start.update({ effects: markErrorLine(line) }).state;

describe('errorLine', () => {
  it('marks a line', () => {
    expect(markedErrorLine(start)).toBeNull();
    expect(markedErrorLine(marked(2))).toBe(2);
  });

  it('moves with lines that are added above', () => {
    expect(markedErrorLine(marked(2).update({ changes: { from: 0, insert: '-- note\n' } }).state)).toBe(3);
  });

  it.each([0, 4, -1, Number.NaN])('does not mark line %s, which does not exist', (line) => {
    expect(markedErrorLine(marked(line))).toBeNull();
  });

  it('takes the mark away', () => {
    expect(markedErrorLine(marked(2).update({ effects: markErrorLine(null) }).state)).toBeNull();
  });
});
