import { expect, test } from 'vitest';
import { sentenceOf } from './start-server.mjs';

test.each([
  ['EACCES', '/clone/.cache', /^\/clone\/\.cache cannot be written, .* as the user who owns \/clone\.$/],
  ['EROFS', undefined, /^\/clone cannot be written/],
  ['ENOSPC', '/clone/x', /^The disk that holds \/clone is full\. Free some space and start again\.$/],
  [undefined, undefined, /^A sentence\.$/],
])('a clone that cannot be set up says why: %s', (code, path, sentence) => {
  expect(sentenceOf({ code, path, message: 'A sentence.' }, '/clone')).toMatch(sentence);
});
