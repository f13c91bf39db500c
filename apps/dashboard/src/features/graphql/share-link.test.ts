import { expect, it } from 'vitest';
import { shareLink } from './share-link.ts';

const PAGE = 'http://localhost:8000/project/abc/api/graphiql?saved=1#x';

it('carries the query and nothing else of the address', () =>
  expect(shareLink(PAGE, { query: '{ a }', variables: ' ' })).toBe(
    'http://localhost:8000/project/abc/api/graphiql?query=%7B+a+%7D',
  ));

it('is none when it would be too long', () =>
  expect(shareLink(PAGE, { query: 'x'.repeat(9_000), variables: '' })).toBeNull());
