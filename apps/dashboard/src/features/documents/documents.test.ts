import { expect, test } from 'vitest';
import { headingId, readMarkdown } from '../../ui/markdown/read-markdown.ts';
import { loadDocument } from './documents.ts';

test.each([
  ['compute-and-disk', 'what-is-measured-and-when-it-warns'],
  ['compute-and-disk', 'read-only-mode'],
  ['compute-and-disk', 'disk'],
])('%s has the part #%s that warnings lead to', async (name, id) => {
  const tokens = readMarkdown((await loadDocument(name)) ?? '');
  expect(tokens.flatMap((token) => (token.type === 'heading' ? [headingId(token)] : []))).toContain(id);
});

test('only what comes with the dashboard is a document', async () => {
  expect(await loadDocument('../README')).toBeNull();
  expect(await loadDocument('toString')).toBeNull();
});
