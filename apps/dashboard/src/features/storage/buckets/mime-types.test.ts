import { describe, expect, it } from 'vitest';
import { readMimeTypes } from './mime-types.ts';

describe('readMimeTypes', () => {
  it.each([
    ['', { types: null }],
    [' , \n', { types: null }],
    ['image/*', { types: ['image/*'] }],
    ['image/png, text/plain\nimage/png', { types: ['image/png', 'text/plain'] }],
    ['image', { problem: '“image” is not a type such as image/png or image/*.' }],
    ['image/png */*', { problem: '“*/*” is not a type such as image/png or image/*.' }],
  ])('%j is %j', (text, expected) => {
    expect(readMimeTypes(text)).toEqual(expected);
  });
});
