import { describe, expect, it } from 'vitest';
import { preferPath } from './api.ts';

describe('preferPath', () => {
  it.each([
    [{ ref: 'body', name: 'x' }, '/v1/projects/{ref}', '/v1/projects/path', { ref: 'path', name: 'x' }],
    [{ ref: 'query' }, '/v1/projects/{ref}', '/v1/projects/path/?ref=query', { ref: 'path' }],
    [{ id: 'body' }, '/p/tokens/{id}', '/p/tokens/a%2Fb', { id: 'a/b' }],
    [{ ref: 'body' }, '/v1/projects', '/v1/projects', { ref: 'body' }],
    [['a list'], '/v1/projects/{ref}', '/v1/projects/path', ['a list']],
    [null, '/v1/projects/{ref}', '/v1/projects/path', null],
  ])('%j of %s asked as %s is %j', (input, route, url, expected) => {
    expect(preferPath(input, route, url)).toEqual(expected);
  });
});
