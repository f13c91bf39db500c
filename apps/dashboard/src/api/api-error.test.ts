import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { toApiError } from './api-error.ts';

test.each([
  [new TypeError('Failed to fetch'), 'network'],
  [new TypeError('NetworkError when attempting to fetch resource.'), 'network'],
  [new TypeError('Load failed'), 'network'],
  [new TypeError('Failed to fetch dynamically imported module: /assets/page.js'), 'network'],
  [new DOMException('The operation was aborted.', 'AbortError'), 'network'],
  [new TypeError("Cannot read properties of undefined (reading 'name')"), 'defect'],
  [new Error('Minified React error #185'), 'defect'],
  [new ORPCError('CONFLICT', { status: 409, data: { code: 'conflict', message: 'It runs.' } }), 'conflict'],
])('%s is %s', (error, code) => expect(toApiError(error).code).toBe(code));

test('the words of the server are passed on', () => {
  const data = { code: 'bad_request', message: 'The name is too long.', field: 'name', request_id: 'r1' };
  expect(toApiError(new ORPCError('BAD_REQUEST', { status: 400, data }))).toEqual({
    status: 400,
    code: 'bad_request',
    message: 'The name is too long.',
    field: 'name',
    requestId: 'r1',
  });
});
