// @vitest-environment happy-dom

import { completionStatus, currentCompletions } from '@codemirror/autocomplete';
import { keywordCompletionSource } from '@codemirror/lang-sql';
import { EditorState } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { assistance, isLargeText } from './assistance.ts';
import { catalogCompletion } from './catalog-completion.ts';
import { dialect } from './dialect.ts';

const keywords = dialect.language.data.of({ autocomplete: keywordCompletionSource(dialect) });
const start = EditorState.create({
  doc: 'select 1',
  extensions: [dialect.extension, assistance(keywords)],
});
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

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the key opens the list before any timer runs', async () => {
  const table = { schema: 'public', name: 'orders', kind: 'table' as const, columns: [] };
  const catalog = catalogCompletion({ schemas: ['public'], tables: [table], functions: [] });
  const doc = 'select * from ';
  const view = new EditorView({
    state: EditorState.create({
      doc,
      selection: { anchor: doc.length },
      extensions: [dialect.extension, assistance(), catalog],
    }),
  });
  runScopeHandlers(view, new KeyboardEvent('keydown', { key: ' ', code: 'Space', ctrlKey: true }), 'editor');
  await Promise.resolve();
  for (let turn = 0; turn < 20 && completionStatus(view.state) !== 'active'; turn++) await Promise.resolve();
  expect(currentCompletions(view.state).map(({ label }) => label)).toContain('orders');
  view.destroy();
});
