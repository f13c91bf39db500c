import { keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const MIRROR = `Deno.serve((request) => {
  const { pathname, searchParams } = new URL(request.url);
  const size = searchParams.get('size');
  if (size !== null) return new Response('ä'.repeat(Number(size)));
  if (pathname.endsWith('/bytes')) return new Response(new Uint8Array([255, 0, 1]), { status: 418 });
  const { headers, method } = request;
  return Response.json({ method, pathname, apikey: headers.get('apikey'), token: headers.get('authorization'), own: headers.get('x-own') });
});`;

test('a test request reaches its function only, as the role that was chosen', async ({
  api,
  basalt,
  project: { ref },
}) => {
  const { url, anon, serviceRole } = await keysOf(api, basalt, ref);
  const form = new FormData();
  form.append('file', new File([MIRROR], 'index.ts'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts', verify_jwt: false }));
  const deployment = { method: 'POST', body: form };
  expect((await api.send(`/v1/projects/${ref}/functions/deploy?slug=mirror`, deployment)).status).toBe(201);
  const ask = async (call: Record<string, unknown> = {}) => {
    const usual = { method: 'GET', path: '', headers: [], body: null, role: 'none' };
    const path = `/platform/projects/${ref}/functions/mirror/test`;
    return (await api.request('POST', path, { ...usual, ...call })).body;
  };
  // The gateway is told of it a moment later.
  await expect.poll(async () => (await ask()).status).toBe(200);
  const seen = async (call: Record<string, unknown>) => JSON.parse((await ask(call)).body);
  const headers = [{ name: 'X-Own', value: 'mine' }];
  const nobody = { method: 'PUT', pathname: '/mirror/a', apikey: null, token: null, own: 'mine' };
  expect(await seen({ method: 'PUT', path: '/a?b=c', headers, body: 'text' })).toEqual(nobody);
  expect(await seen({ role: 'anon' })).toMatchObject({ apikey: anon, token: `Bearer ${anon}` });
  expect(await seen({ role: 'service_role' })).toMatchObject({ apikey: serviceRole });
  const own = [{ name: 'Authorization', value: 'Bearer of a user' }];
  expect(await seen({ role: 'anon', headers: own })).toMatchObject({
    apikey: anon,
    token: 'Bearer of a user',
  });

  // As a user: with a token that the project's own services take, and which says who it is.
  const user = { email: 'ada@example.com', password: 'correct horse', email_confirm: true };
  const made = await api.request('POST', `/platform/auth/${ref}/users`, user);
  expect(made.status).toBeLessThan(300);
  const { id } = made.body;
  const asAda = await seen({ role: 'user', user_id: id });
  expect(asAda.apikey).toBe(anon);
  const whoami = await fetch(`${url}/auth/v1/user`, {
    headers: { apikey: anon, authorization: asAda.token },
  });
  expect(await whoami.json()).toMatchObject({ id, email: 'ada@example.com' });
  const claims = JSON.parse(Buffer.from(asAda.token.split('.')[1], 'base64url').toString());
  expect(claims).toMatchObject({ sub: id, role: 'authenticated', iss: `${url}/auth/v1` });
  expect(claims.exp - claims.iat).toBe(600);
  expect(await ask({ role: 'user' })).toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('Choose the user'),
  });
  expect(await ask({ role: 'user', user_id: crypto.randomUUID() })).toMatchObject({ code: 'not_found' });

  expect(await ask({ path: '/bytes' })).toMatchObject({ status: 418, body: '/wAB', encoding: 'base64' });
  const cut = await ask({ path: '?size=1000000' });
  expect([cut.is_cut, cut.encoding, cut.body.length]).toEqual([true, 'text', 500_000]);

  const refusals: [Record<string, unknown>, string][] = [
    [{ path: '/../other' }, 'It must stay below the address of the function.'],
    [{ path: '/%2e%2e/%2E%2e/rest/v1/' }, 'It must stay below the address of the function.'],
    [{ path: '@elsewhere.example/' }, 'must begin with / or ?'],
    [{ headers: [{ name: 'Host', value: 'other.example' }] }, 'Host cannot be chosen.'],
    [{ headers: [{ name: 'X-Forwarded-For', value: '127.0.0.1' }] }, 'X-Forwarded-For cannot be chosen.'],
    [{ headers: [{ name: 'a b', value: '' }] }, 'a b is no header'],
    [{ body: 'x' }, 'A request with GET carries none.'],
  ];
  for (const [call, sentence] of refusals)
    expect(await ask(call)).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(sentence),
    });
});
