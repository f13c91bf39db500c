import { expect, test } from 'vitest';
import { loadDocument } from './documents.ts';
import { readDocument } from './read-document.ts';
import { readInline } from './read-inline.ts';

const text = (words: string) => [{ kind: 'text', text: words }];

test('a document is read block by block', () => {
  const document = [
    '# Disk and size',
    'First line',
    'and second.',
    '- one',
    '  goes on',
    '- two',
    '',
    '1. step',
    '| a | b |',
    '| - | - |',
    '| 1 | 2 |',
    '```sql',
    '# no heading',
    '',
    '- no item',
    '```',
    '## What is measured, and when it warns',
  ].join('\n');
  expect(readDocument(document)).toEqual([
    { kind: 'heading', level: 1, id: 'disk-and-size', content: text('Disk and size') },
    { kind: 'paragraph', content: text('First line and second.') },
    { kind: 'list', isOrdered: false, items: [text('one goes on'), text('two')] },
    { kind: 'list', isOrdered: true, items: [text('step')] },
    { kind: 'table', head: [text('a'), text('b')], rows: [[text('1'), text('2')]] },
    { kind: 'code', text: '# no heading\n\n- no item' },
    {
      kind: 'heading',
      level: 2,
      id: 'what-is-measured-and-when-it-warns',
      content: text('What is measured, and when it warns'),
    },
  ]);
});

test('a line has code, bold, emphasis and links; names with underscores are names', () => {
  expect(readInline('Set `a_b`, **now**, in _a_ [file](x.md#y) of auth_rate_limit_x and 2 * 3.')).toEqual([
    { kind: 'text', text: 'Set ' },
    { kind: 'code', text: 'a_b' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: 'now' },
    { kind: 'text', text: ', in ' },
    { kind: 'emphasis', text: 'a' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'file', to: 'x.md#y' },
    { kind: 'text', text: ' of auth_rate_limit_x and 2 * 3.' },
  ]);
});

test('what has no end is text, and reading ends', () => {
  expect(readDocument('```\nopen')).toEqual([{ kind: 'code', text: 'open' }]);
  expect(readInline('**open `open [open](')).toEqual(text('**open `open [open]('));
});

test.each([
  ['compute-and-disk', 'what-is-measured-and-when-it-warns'],
  ['compute-and-disk', 'read-only-mode'],
  ['compute-and-disk', 'disk'],
])('%s has the part #%s that warnings lead to', async (name, id) => {
  expect(readDocument((await loadDocument(name)) ?? '')).toContainEqual(
    expect.objectContaining({ kind: 'heading', id }),
  );
});

test('only what comes with the dashboard is a document', async () => {
  expect(await loadDocument('../README')).toBeNull();
  expect(await loadDocument('toString')).toBeNull();
});
