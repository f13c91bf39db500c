import { describe, expect, it } from 'vitest';
import type { CallProject } from '../kernel/ports.ts';
import { callAuth } from './auth-service.ts';

const REF = 'abcdefghijklmnopqrst';
const answering =
  (status: number, body: unknown): CallProject =>
  async () =>
    new Response(body === undefined ? null : JSON.stringify(body), { status });
const ask = (callProject: CallProject) => callAuth({ callProject }, REF, { method: 'GET', path: '/x' });

describe('callAuth', () => {
  it('calls the auth service of the project', async () => {
    const calls: unknown[] = [];
    const callProject: CallProject = async (ref, path, init) => {
      calls.push([ref, path, init?.method, init?.body]);
      return Response.json({ id: 1 }, { headers: { 'x-total-count': '7' } });
    };
    const answer = await callAuth({ callProject }, REF, {
      method: 'PUT',
      path: '/admin/users/1',
      body: { a: 1 },
    });
    expect(answer).toEqual({ body: { id: 1 }, total: 7, isEstimate: false });
    expect(calls).toEqual([[REF, '/auth/v1/admin/users/1', 'PUT', '{"a":1}']]);
  });

  it.each([
    [
      422,
      { code: 'email_exists', message: 'A user has this address' },
      'conflict',
      'A user has this address.',
    ],
    [422, { code: 'weak_password', message: 'Too weak.' }, 'bad_request', 'Too weak.'],
    [404, { code: 'user_not_found', msg: 'User not found' }, 'not_found', 'User not found.'],
    [429, { code: 'over_email_send_rate_limit', message: 'Wait' }, 'rate_limited', 'Wait.'],
    [503, { message: 'The project is paused.' }, 'unavailable', 'The project is paused.'],
    [401, { message: 'Invalid API key' }, 'unavailable', 'Invalid API key.'],
    [500, undefined, 'unavailable', 'This is not available right now. Try again in a moment.'],
  ])('%i %j is %s', async (status, body, code, message) => {
    await expect(ask(answering(status, body))).rejects.toMatchObject({ code, message });
  });

  it('says that the API does not answer when it cannot be reached', async () => {
    const refused: CallProject = () => Promise.reject(new TypeError('fetch failed'));
    await expect(ask(refused)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
