import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { aroundSelection } from './around-selection.ts';

const doc = 'one\ntwo\nthree';
const at = (anchor: number, head = anchor) =>
  aroundSelection(EditorState.create({ doc, selection: { anchor, head } }));

it.each([
  ['the line of the cursor', at(5), { before: 'one\n', selection: 'two', after: '\nthree' }],
  ['every selected line, whole', at(6, 2), { before: '', selection: 'one\ntwo', after: '\nthree' }],
  ['no line that is only touched', at(4, 8), { before: 'one\n', selection: 'two', after: '\nthree' }],
  ['the end', at(doc.length), { before: 'one\ntwo\n', selection: 'three', after: '' }],
])('takes %s', (_what, parts, expected) => {
  expect(parts).toEqual(expected);
  expect(parts.before + parts.selection + parts.after).toBe(doc);
});
