import { describe, expect, it } from 'vitest';
import { sentenceOfModelError } from './model-errors.ts';

const call = (statusCode: number, message = '') => ({
  name: 'AI_APICallError',
  statusCode,
  message,
  data: message === '' ? undefined : { error: { message } },
});

describe('sentenceOfModelError', () => {
  it.each([
    [call(401, 'Incorrect key'), /refused the key.*Incorrect key/],
    [call(403), /refused the key/],
    [call(404), /does not know this model/],
    [call(429), /too many requests/],
    [call(429, 'You exceeded your current quota'), /no quota left/],
    [call(402), /no quota left/],
    [call(400, 'maximum context length is 8192 tokens'), /too long for this model/],
    [call(413), /too long for this model/],
    [call(500), /problem of its own \(status 500\)/],
    [call(529), /problem of its own/],
    [call(422, 'bad'), /refused the request.*bad/],
    [{ name: 'AI_RetryError', lastError: call(503) }, /status 503/],
    [new DOMException('x', 'TimeoutError'), /took too long/],
    [{ name: 'AI_JSONParseError', cause: new SyntaxError('x') }, /cannot be read/],
    [new TypeError('terminated'), /broke off/],
    [new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }), /cannot be reached/],
    ['nonsense', /cannot be reached/],
  ])('says of %j what to do', (error, sentence) => {
    expect(sentenceOfModelError(error)).toMatch(sentence);
  });

  it('never repeats a key', () => {
    const text = sentenceOfModelError(call(401, 'Incorrect API key: secret-123 or sk-ab**ef'), [
      'secret-123',
    ]);
    expect(text).not.toMatch(/secret-123|sk-ab/);
  });
});
