import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { textToRun } from './text-to-run.ts';

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
