// @vitest-environment happy-dom
import { completionStatus, currentCompletions } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assistance } from './assistance.ts';
import { catalogCompletion } from './catalog-completion.ts';
import { dialect } from './dialect.ts';

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
