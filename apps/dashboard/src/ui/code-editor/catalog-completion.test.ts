import type { CompletionCatalog } from '@basalt/contract';
import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { catalogCompletion } from './catalog-completion.ts';
import { dialect } from './dialect.ts';

const column = (name: string, type = 'text') => ({ name, type });
const catalog: CompletionCatalog = {
  schemas: ['public', 'auth', '__proto__'],
  tables: [
    {
      schema: 'public',
      name: 'orders',
      kind: 'table',
      columns: [column('id', 'int8'), column('Shipped At')],
    },
    { schema: 'public', name: 'odd.name', kind: 'view', columns: [column('x')] },
    { schema: 'auth', name: 'users', kind: 'table', columns: [column('email')] },
  ],
  functions: [
    { schema: 'pg_catalog', name: 'now', arguments: '' },
    { schema: 'auth', name: 'uid', arguments: '' },
  ],
};

/** What is offered where `|` stands: label to what is written. */
async function offered(text: string): Promise<Map<string, string>> {
  const pos = text.indexOf('|');
  const state = EditorState.create({
    doc: text.replace('|', ''),
    extensions: [dialect.extension, catalogCompletion(catalog)],
  });
  // A busy machine may not get to the end of the text within the editor's time for one go.
  ensureSyntaxTree(state, state.doc.length, 10_000);
  const sources = state.languageDataAt<(context: CompletionContext) => unknown>('autocomplete', pos);
  const results = await Promise.all(sources.map((source) => source(new CompletionContext(state, pos, true))));
  const options = (results as (CompletionResult | null)[]).flatMap((result) => result?.options ?? []);
  return new Map(options.map(({ label, apply }) => [label, typeof apply === 'string' ? apply : label]));
}

describe('catalogCompletion', () => {
  it('offers tables of the default schema and the names of schemas', async () => {
    const options = await offered('select * from |');
    expect([...options.keys()]).toEqual(expect.arrayContaining(['orders', 'odd.name', 'auth', 'public']));
  });

  it('offers the tables of a schema after its name', async () => {
    expect([...(await offered('select * from auth.|')).keys()]).toEqual(['users']);
  });

  it('offers the columns of tables the statement names, quoted where they must be', async () => {
    const options = await offered('select | from orders');
    expect(options.get('id')).toBe('id');
    expect(options.get('Shipped At')).toBe('"Shipped At"');
    expect(options.has('email')).toBe(false);
  });

  it('does not offer columns of a table that another statement names', async () => {
    expect((await offered('select * from users; select | from orders')).has('email')).toBe(false);
  });

  it.each([
    'select * from users;\nselect * from |',
    'select * from users; |',
    'select * from users;|',
    '-- users\n;\n|',
    'select * from |;\nselect * from users',
    '|\nselect * from users',
  ])('knows where the statement at the cursor ends: %s', async (text) => {
    expect((await offered(text)).has('email')).toBe(false);
  });

  it.each([
    'select * from users where |',
    'select * from users\n\nwhere |',
    'select |\n\nfrom users; select 1',
  ])('follows the statement over room and lines: %s', async (text) => {
    expect((await offered(text)).has('email')).toBe(true);
  });

  it('follows an alias', async () => {
    expect([...(await offered('select u.| from auth.users u')).keys()]).toContain('email');
  });

  it('offers functions, with their schema where it is needed', async () => {
    const options = await offered('select |');
    expect(options.get('now')).toBe('now(');
    expect(options.get('auth.uid')).toBe('auth.uid(');
  });

  it('offers nothing inside text and comments', async () => {
    expect(await offered("select 'a|' from orders")).toEqual(new Map());
    expect(await offered('select 1 -- a| orders')).toEqual(new Map());
  });
});
