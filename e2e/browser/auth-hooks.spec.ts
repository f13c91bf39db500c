import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { clientOf, keysOf, setAuth } from '../basalt/project-api.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

const CLAIMS = `
  create function public.add_team(event jsonb) returns jsonb language sql as
    $$ select jsonb_build_object('claims', event->'claims' || '{"team": "red"}') $$`;
/** Lets in whoever comes from example.com. */
const DOORMAN = `Deno.serve(async (request) => {
  if (!request.headers.get('webhook-signature')?.startsWith('v1,')) return new Response(null, { status: 401 });
  const { user } = await request.json();
  return Response.json(
    user.email.endsWith('@example.com') ? {} : { error: { http_code: 403, message: 'Members only.' } },
  );
})`;

test('hooks ask a function of the database and an edge function, and their calls are listed', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Doorman');
  await setAuth(api, ref, { mailer_autoconfirm: true });
  const keys = await keysOf(api, basalt, ref);
  const { auth } = clientOf(keys.url, keys.anon);
  await api.rows(ref, CLAIMS);
  await page.goto(`/project/${ref}/auth/hooks`);
  await expect(page.getByText('No calls yet')).toBeVisible();

  // What is missing is said at its field, and the rights that a function needs beside it.
  const token = page.getByRole('group').filter({ has: page.getByText('Access token', { exact: true }) });
  await token.getByText('Access token', { exact: true }).click();
  await token.getByRole('switch', { name: 'Use this hook' }).click();
  await token.getByLabel('Function or address').fill('pg-functions://elsewhere/add_team');
  await saveAll(page);
  await expect(token.getByText(/^Must be pg-functions/)).toBeVisible();
  await token.getByLabel('Function or address').fill('pg-functions://postgres/public/add_team');
  const grants = await token.getByRole('region', { name: 'grants' }).textContent();
  await saveAll(page);
  await expect(page.getByText('Saved the hook “access token” settings')).toBeVisible();
  await api.rows(ref, grants ?? '');
  const { data } = await auth.signUp({ email: 'ann@example.com', password: 'columns of stone' });
  const { data: claims } = await auth.getClaims(data.session?.access_token);
  expect(claims?.claims).toMatchObject({ team: 'red' });

  // A server is asked with a secret, which is shown once.
  const form = new FormData();
  form.append('file', new File([DOORMAN], 'index.ts'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts', verify_jwt: false }));
  const deploy = `/v1/projects/${ref}/functions/deploy?slug=doorman`;
  expect((await api.send(deploy, { method: 'POST', body: form })).status).toBe(201);
  const before = page.getByRole('group').filter({ has: page.getByText('Before a user is created') });
  await before.getByText('Before a user is created').click();
  await before.getByRole('switch', { name: 'Use this hook' }).click();
  await before.getByLabel('Function or address').fill(`${keys.url}/functions/v1/doorman`);
  await saveAll(page);
  await expect(before.getByText(/^Is required when a server is asked/)).toBeVisible();
  await before.getByRole('button', { name: 'Generate a secret' }).click();
  await expect(before.getByRole('group', { name: 'new secret' })).toContainText('v1,whsec_');
  expect(await accessibilityFaults(page)).toEqual([]);
  await saveAll(page);
  await expect(before.getByText('Is set. Leave the field empty to keep it.')).toBeVisible();
  const refused = await auth.signUp({ email: 'ben@example.net', password: 'columns of stone' });
  expect(refused.error).toMatchObject({ status: 403, message: 'Members only.' });
  expect((await auth.signUp({ email: 'ben@example.com', password: 'columns of stone' })).error).toBeNull();

  const calls = page.getByRole('table', { name: 'Calls of hooks' });
  await expect(calls.getByRole('row').filter({ hasText: 'Members only.' })).toContainText('Refused');
  await expect(calls.getByRole('row').filter({ hasText: 'public.add_team' }).first()).toContainText(
    'Answered',
  );
  await page.reload();
  await expect(page.getByText('On', { exact: true })).toHaveCount(2);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(calls).toBeVisible();
  expect(await beyondTheEdge(page)).toEqual([]);
});
