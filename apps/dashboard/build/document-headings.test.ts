import { expect, test } from 'vitest';
import { loadDocument } from '../src/features/documents/documents.ts';
import { headingId, readMarkdown } from '../src/ui/markdown/read-markdown.ts';
import { documentHeadings } from './document-headings.ts';

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
