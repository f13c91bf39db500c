import { expect, test } from 'vitest';
import { streamErrorText } from './stream-error.ts';

test.each([
  [new Error('{"message":"The cap is used up.","code":"x"}'), 'The cap is used up.'],
  [new Error('The AI provider is down.'), 'The AI provider is down.'],
  [new Error('{"message":4}'), '{"message":4}'],
  [new Error('null'), 'null'],
  [new Error(''), 'Something went wrong. Ask again.'],
  [new TypeError('network error'), 'The connection broke. What was written so far stays; ask again.'],
])('%s', (error, text) => {
  expect(streamErrorText(error)).toBe(text);
});
