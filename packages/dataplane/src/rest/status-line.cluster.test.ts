import { request } from 'node:http';
import { useTestCluster } from '@basalt/clusters/testing';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS, openRestApi, type RestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let api: RestApi;
let url: string;

beforeAll(async () => {
  api = await openRestApi(await cluster.createDatabase());
  await api.sql(`
    create function refuse(message text) returns void language plpgsql as
      $$ begin raise sqlstate 'PT402' using message = message; end $$;
    create function refuse_whole(status_text text) returns void language plpgsql as $$ begin
      raise sqlstate 'PGRST' using message = '{"code":"X1","message":"No"}',
        detail = json_build_object('status', 429, 'headers', '{}'::json, 'status_text', status_text); end $$`);
  url = await api.listen();
});
afterAll(() => api?.close());

const client = () => createClient(url, KEYS.service);

test('SQL says what stands beside the status that it chose', async () => {
  expect(await client().rpc('refuse', { message: 'Pay first' })).toMatchObject({
    status: 402,
    statusText: 'Pay first',
    error: { code: 'PT402', message: 'Pay first' },
  });
  expect(await client().rpc('refuse_whole', { status_text: 'Slow down' })).toMatchObject({
    status: 429,
    statusText: 'Slow down',
    error: { code: 'X1', message: 'No' },
  });
});

test('and cannot write into the protocol with it', async () => {
  const answer = await client().rpc('refuse', { message: 'Stop\r\nset-cookie: a=b\n\nünd 🜁 no' });
  expect(answer).toMatchObject({ status: 402, statusText: 'Stop set-cookie: a=b nd no' });
  expect(await client().rpc('refuse', { message: '🜁' })).toMatchObject({
    status: 402,
    statusText: 'Payment Required',
  });
});

test('a method that nothing has is answered as such', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'LOCK'] as const) {
    const status = await new Promise((resolve, reject) => {
      request(`${url}/rest/v1/items`, { method, headers: { apikey: KEYS.service } }, (answer) => {
        answer.resume();
        resolve([answer.statusCode, answer.headers['proxy-status']]);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toEqual([405, 'PostgREST; error=PGRST117']);
  }
});
