import { expect, test } from 'vitest';
import { documentHeadings } from '../../../build/document-headings.ts';
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

test('every heading that the command menu finds is in a document that comes with the dashboard', async () => {
  const headings = documentHeadings();
  expect(headings.length).toBeGreaterThan(50);
  expect(new Set(headings.map(({ name, hash }) => `${name}#${hash}`)).size).toBe(headings.length);
  for (const { name, hash } of headings) {
    const tokens = readMarkdown((await loadDocument(name)) ?? '');
    const ids = tokens.flatMap((token) => (token.type === 'heading' ? [headingId(token)] : []));
    expect(hash === '' ? ids.length > 0 : ids.includes(hash), `${name}#${hash}`).toBe(true);
  }
});

test('only what comes with the dashboard is a document', async () => {
  expect(await loadDocument('../README')).toBeNull();
  expect(await loadDocument('toString')).toBeNull();
});
