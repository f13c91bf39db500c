import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { dialect } from './dialect.ts';

/** The kind of each word in a text. */
function kinds(doc: string): Record<string, string> {
  const found: Record<string, string> = {};
  const state = EditorState.create({ doc, extensions: [dialect.extension] });
  ensureSyntaxTree(state, doc.length, 10_000)?.iterate({
    enter: ({ name, from, to }) => {
      found[doc.slice(from, to)] = name;
    },
  });
  return found;
}

describe('dialect', () => {
  it('tells keywords from names of columns', () => {
    expect(kinds('select id, name, status from orders where total > 3')).toMatchObject({
      select: 'Keyword',
      from: 'Keyword',
      where: 'Keyword',
      id: 'Identifier',
      name: 'Identifier',
      status: 'Identifier',
      total: 'Identifier',
    });
  });
});
