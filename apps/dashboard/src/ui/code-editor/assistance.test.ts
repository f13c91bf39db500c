import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { assistance, isLargeText } from './assistance.ts';
import { dialect } from './dialect.ts';

const start = EditorState.create({ doc: 'select 1', extensions: [dialect.extension, assistance()] });
const large = start.update({ changes: { from: 0, insert: '-- padding\n'.repeat(100_000) } }).state;
const offersHelp = (state: EditorState) => state.languageDataAt('autocomplete', 0).length > 0;

describe('assistance', () => {
  it('helps in a text of ordinary size', () => {
    expect({ helps: offersHelp(start), large: isLargeText(start) }).toEqual({ helps: true, large: false });
  });

  it('goes when the text gets large, and says so', () => {
    expect({ helps: offersHelp(large), large: isLargeText(large) }).toEqual({ helps: false, large: true });
  });

  it('comes back when the text shrinks', () => {
    const again = large.update({ changes: { from: 0, to: large.doc.length, insert: 'select 1' } }).state;
    expect(offersHelp(again)).toBe(true);
  });
});
