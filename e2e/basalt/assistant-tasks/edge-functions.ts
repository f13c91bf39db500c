import assert from 'node:assert/strict';
import type { Card, Task } from './task.ts';

const deploy = (name: string, code: string): readonly Card[] => [{ name, code }];

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Deployed, then asked over HTTP. */
export const EDGE_FUNCTIONS: readonly Task[] = [
  {
    name: 'a greeting',
    prompt:
      'An edge function task-greet that takes POST with JSON {"name": "Ada"} and answers JSON {"message": "Hello Ada!"}. Without a name, or with a body that is no JSON, it answers status 400.',
    solution: deploy(
      'task-greet',
      `Deno.serve(async (request) => {
        const body = await request.json().catch(() => null);
        if (typeof body?.name !== 'string' || body.name === '')
          return Response.json({ error: 'Send a name.' }, { status: 400 });
        return Response.json({ message: \`Hello \${body.name}!\` });
      });`,
    ),
    wrong: deploy(
      'task-greet',
      `Deno.serve(async (request) => {
        const { name } = await request.json();
        return Response.json({ message: \`Hello \${name}!\` });
      });`,
    ),
    check: async ({ project: { invoke } }) => {
      const answer = await invoke('task-greet', post({ name: 'Ada' }));
      assert.deepEqual(await answer.json(), { message: 'Hello Ada!' });
      assert.equal((await invoke('task-greet', post({}))).status, 400);
      assert.equal((await invoke('task-greet', post('{'))).status, 400);
    },
  },
  {
    name: 'for pages of other addresses',
    prompt:
      'An edge function task-cors that any web page may call: OPTIONS answers 2xx with access-control-allow-origin * and allows the header authorization; GET answers the text ok with the same allow-origin header.',
    solution: deploy(
      'task-cors',
      `const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization, content-type' };
      Deno.serve((request) =>
        request.method === 'OPTIONS' ? new Response(null, { status: 204, headers }) : new Response('ok', { headers }));`,
    ),
    wrong: deploy(
      'task-cors',
      `Deno.serve((request) => request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : new Response('no'));`,
    ),
    check: async ({ project: { invoke } }) => {
      const asked = await invoke('task-cors', { method: 'OPTIONS' });
      assert.ok(asked.ok);
      assert.equal(asked.headers.get('access-control-allow-origin'), '*');
      assert.match(asked.headers.get('access-control-allow-headers') ?? '', /authorization|\*/i);
      const answer = await invoke('task-cors');
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.equal(await answer.text(), 'ok');
    },
  },
  {
    name: 'rows of the project',
    prompt:
      'An edge function task-count that answers JSON {"count": n}, the number of rows of public.stones, read over the REST API of the project (SUPABASE_URL) with the service role key (SUPABASE_SERVICE_ROLE_KEY). Use fetch, no imports.',
    setUp: `create table public.stones (id int primary key); alter table public.stones enable row level security;
      insert into public.stones select generate_series(1, 7)`,
    solution: deploy(
      'task-count',
      `Deno.serve(async () => {
        const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY');
        const answer = await fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/stones?select=id', {
          headers: { apikey: key, authorization: 'Bearer ' + key },
        });
        return Response.json({ count: (await answer.json()).length });
      });`,
    ),
    wrong: deploy('task-count', 'Deno.serve(() => Response.json({ count: 0 }));'),
    check: async ({ project: { invoke } }) =>
      assert.deepEqual(await (await invoke('task-count')).json(), { count: 7 }),
  },
  {
    name: 'a signed message',
    prompt:
      'An edge function task-sign that answers the SHA-256 of the request body as lower-case hexadecimal text. Anything but POST gets status 405.',
    solution: deploy(
      'task-sign',
      `Deno.serve(async (request) => {
        if (request.method !== 'POST') return new Response('Use POST.', { status: 405 });
        const digest = await crypto.subtle.digest('SHA-256', await request.arrayBuffer());
        return new Response([...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
      });`,
    ),
    wrong: deploy(
      'task-sign',
      `Deno.serve(async (request) => {
        if (request.method !== 'POST') return new Response('Use POST.', { status: 405 });
        const digest = await crypto.subtle.digest('SHA-256', await request.arrayBuffer());
        return new Response([...new Uint8Array(digest)].map((byte) => byte.toString(16)).join(''));
      });`,
    ),
    check: async ({ project: { invoke } }) => {
      const answer = await invoke('task-sign', { method: 'POST', body: 'abc' });
      assert.equal(await answer.text(), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
      assert.equal((await invoke('task-sign')).status, 405);
    },
  },
  {
    name: 'a stream',
    prompt:
      'An edge function task-stream that streams the lines 1, 2 and 3 as server-sent events (content type text/event-stream, each "data: n" and an empty line), then ends.',
    solution: deploy(
      'task-stream',
      `Deno.serve(() => new Response(new ReadableStream({
        start(controller) {
          const encoder = new TextEncoder();
          for (const n of [1, 2, 3]) controller.enqueue(encoder.encode(\`data: \${n}\\n\\n\`));
          controller.close();
        },
      }), { headers: { 'content-type': 'text/event-stream' } }));`,
    ),
    wrong: deploy(
      'task-stream',
      `Deno.serve(() => new Response('data: 1\\ndata: 2\\ndata: 3\\n', { headers: { 'content-type': 'text/event-stream' } }));`,
    ),
    check: async ({ project: { invoke } }) => {
      const answer = await invoke('task-stream');
      assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
      assert.equal((await answer.text()).trimEnd(), 'data: 1\n\ndata: 2\n\ndata: 3');
    },
  },
];
