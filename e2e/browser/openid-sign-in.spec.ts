import { addColleague, apiAs, openAs } from '../basalt/add-colleague.ts';
import { ApiClient } from '../basalt/api-client.ts';
import { codeOf } from '../basalt/authenticator-app.ts';
import { openNameServer } from '../basalt/name-server.ts';
import { type OpenIdTricks, startOpenIdProvider } from '../basalt/openid-provider.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { withPlatformDatabase } from '../basalt/platform-database.ts';
import { expect } from '../basalt/test.ts';

let provider: Awaited<ReturnType<typeof startOpenIdProvider>> | undefined;
const test = testOnOwnServer(async () => {
  provider = await startOpenIdProvider();
  return provider.environment;
});
test.afterAll(() => provider?.stop());

const says = (tricks: OpenIdTricks) => provider?.signsIn(tricks);
const verified = (email: string, more: Record<string, unknown> = {}) => ({
  claims: { email, email_verified: true, ...more },
});

test('people sign in with the provider: those who have an account, and new ones of its domains', async ({
  browser,
  basalt,
}) => {
  const known = await addColleague(basalt, 'Developer');
  for (const [email, heading] of [
    [known.email, 'Projects'],
    [`new-${Date.now()}@example.org`, 'You belong to no organization yet'],
  ] as const) {
    says(verified(email.toUpperCase()));
    const context = await browser.newContext({ baseURL: basalt.origin });
    const page = await context.newPage();
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in with Quarry ID' }).click();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await page.goto('/account');
    await expect(page.getByText(`For your account ${email}.`)).toBeVisible();
    await context.close();
  }
});

test('what the provider does not vouch for, and what began elsewhere, is refused', async ({
  basalt,
  browser,
}) => {
  const { origin } = basalt;
  const { email } = await addColleague(basalt, 'Developer');
  const attempts: [string, number, OpenIdTricks, ((answer: URLSearchParams) => void)?][] = [
    ['an address that is not verified', 403, { claims: { email, email_verified: false } }],
    ['no address', 403, { userinfo: {} }],
    [
      'an address of one place, verified in the other',
      403,
      { claims: { email_verified: true }, userinfo: { email } },
    ],
    ['somebody else than in the token', 401, { userinfo: { sub: 'another', email, email_verified: true } }],
    ['an address verified in words only', 403, { claims: { email, email_verified: 'true' } }],
    ['a subdomain', 403, verified('ada@mail.example.com')],
    ['a domain behind a second @', 403, verified('ada@evil.test@example.com')],
    ['another nonce', 401, verified(email, { nonce: 'other' })],
    ['another audience', 401, verified(email, { aud: 'another' })],
    ['a key that is not published', 401, { ...verified(email), strangeKey: true }],
    ['another state', 401, verified(email), (answer) => answer.set('state', 'other')],
  ];
  const client = new ApiClient(origin, null);
  for (const [what, status, tricks, change] of attempts) {
    // So many failures from one place would be refused before they are looked at.
    await withPlatformDatabase(basalt, (database) => database.query('delete from sign_in_failures'));
    says(tricks);
    const begun = await client.request('POST', '/platform/sign-in/openid', {}, { origin });
    const sent = await fetch(begun.body.url, { redirect: 'manual' });
    const answer = new URL(sent.headers.get('location') ?? '').searchParams;
    change?.(answer);
    const body = { flow: begun.body.flow, answer: answer.toString() };
    const refused = await client.request('POST', '/platform/sign-in/openid/finish', body, { origin });
    expect([what, refused.status, refused.headers.get('set-cookie')]).toEqual([what, status, null]);
  }
  const late = { flow: 'x', answer: 'code=1&state=2' };
  expect((await client.request('POST', '/platform/sign-in/openid/finish', late, { origin })).status).toBe(
    400,
  );

  // Somebody else's answer, opened in this browser.
  says(verified(email));
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await page.goto('/sign-in/openid?code=code-1&state=stolen');
  await expect(page.getByText('No sign-in began in this tab.')).toBeVisible();
  expect(page.url()).toBe(`${origin}/sign-in/openid`);
  await context.close();
});

test('an owner names the provider of an organization: it signs in people of the domains that are shown to be its own', async ({
  browser,
  basalt,
}) => {
  const { origin } = basalt;
  const names = await openNameServer(basalt.environment.BASALT_DNS_SERVERS);
  const own = await startOpenIdProvider();
  const [owner, rival] = [await addColleague(basalt, null), await addColleague(basalt, null)];
  const api = await apiAs(basalt, owner);
  const { slug } = (await api.request('POST', '/v1/organizations', { name: 'Pit' })).body;
  const page = await openAs(browser, basalt, owner);
  const begin = (email: string) =>
    new ApiClient(origin, null).request('POST', '/platform/sign-in/openid', { email }, { origin });

  await test.step('it is set up, and believed once the DNS says so', async () => {
    await page.goto(`/org/${slug}/security`);
    await page.getByLabel('Name of the provider').fill('Pit ID');
    await page.getByLabel('Issuer').fill('https://10.0.0.7');
    await page.getByLabel('Client ID').fill(own.clientId);
    await page.getByLabel('Client secret').fill(own.secret);
    await page.getByLabel('Domains', { exact: true }).fill('example.com');
    await page
      .getByRole('combobox', { name: 'Who signs in and is no member joins' })
      .selectOption('As Developer');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(page.getByText('Addresses of example.com sign in with the provider of this')).toBeVisible();
    await page.getByLabel('Domains', { exact: true }).fill('Pit.example');
    await save.click();
    // Whatever it is that fails is told when the time is up.
    await expect(page.getByText('Does not answer as a provider of OpenID Connect')).toBeVisible({
      timeout: 20_000,
    });
    await page.getByLabel('Issuer').fill(own.issuer);
    await save.click();
    const value = page.getByRole('group', { name: 'Value of the record of pit.example' });
    await expect(value).toBeVisible();
    expect((await begin('ada@pit.example')).status).toBe(404);
    await page.getByRole('button', { name: 'Verify pit.example' }).click();
    await expect(page.getByText('No TXT record was found at _basalt-challenge.pit.example')).toBeVisible();
    names.texts['_basalt-challenge.pit.example'] = (await value.textContent()) ?? '';
    await page.getByRole('button', { name: 'Verify pit.example' }).click();
    await expect(page.getByRole('list', { name: 'Domains of the provider' })).not.toContainText('TXT');
    expect((await begin('ada@pit.example')).body.url).toContain(own.issuer);
  });

  await test.step('its people join, by what the provider says in either place', async () => {
    const email = `new-${Date.now()}@pit.example`;
    own.signsIn({ userinfo: { email, email_verified: true } });
    const context = await browser.newContext({ baseURL: origin });
    const theirs = await context.newPage();
    await theirs.goto('/sign-in');
    await theirs.getByRole('button', { name: 'Sign in with your organization' }).click();
    await expect(theirs.getByText('Enter your e-mail address above.')).toBeVisible();
    await theirs.getByLabel('E-mail address').fill(email);
    await theirs.getByRole('button', { name: 'Sign in with your organization' }).click();
    await expect(theirs.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible();
    await context.close();
    await page.goto(`/org/${slug}/team`);
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Developer');
  });

  await test.step('an account with a second factor shows it', async () => {
    const person = await addColleague(basalt, null, `two-${Date.now()}@pit.example`);
    const theirApi = await apiAs(basalt, person);
    const { password } = person;
    const { secret } = (await theirApi.request('POST', '/platform/profile/second-factor', { password })).body;
    const code = codeOf(secret, -1);
    expect((await theirApi.request('POST', '/platform/profile/second-factor/confirm', { code })).status).toBe(
      200,
    );
    own.signsIn(verified(person.email));
    const context = await browser.newContext({ baseURL: origin });
    const theirs = await context.newPage();
    await theirs.goto('/sign-in');
    await theirs.getByLabel('E-mail address').fill(person.email);
    await theirs.getByRole('button', { name: 'Sign in with your organization' }).click();
    await expect(theirs.getByText('Your account has a second factor.')).toBeVisible();
    await theirs.getByLabel('Authentication code').fill('000000');
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await expect(theirs.getByText('This code is wrong')).toBeVisible();
    await theirs.getByLabel('Authentication code').fill(codeOf(secret));
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    await expect(theirs.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible();
    await context.close();
  });

  await test.step('it speaks for nobody else, keeps its secret, and its domain is nobody else’s', async () => {
    const client = new ApiClient(origin, null);
    own.signsIn(verified(rival.email));
    const begun = await begin('ada@pit.example');
    const sent = await fetch(begun.body.url, { redirect: 'manual' });
    const answer = new URL(sent.headers.get('location') ?? '').search.slice(1);
    const body = { flow: begun.body.flow, answer };
    const refused = await client.request('POST', '/platform/sign-in/openid/finish', body, { origin });
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);

    const path = `/platform/organizations/${slug}/openid`;
    const kept = await api.request('GET', path);
    expect(JSON.stringify(kept.body)).not.toContain(own.secret);
    const input = { name: 'Pit ID', client_id: own.clientId, domains: ['pit.example'], join_role: null };
    expect((await api.request('PUT', path, { ...input, issuer: own.issuer })).status).toBe(200);
    const elsewhere = await api.request('PUT', path, { ...input, issuer: 'https://login.example.net' });
    expect(elsewhere.body).toMatchObject({ code: 'bad_request', field: 'client_secret' });

    const rivals = await apiAs(basalt, rival);
    const other = (await rivals.request('POST', '/v1/organizations', { name: 'Shaft' })).body.slug;
    const theirs = `/platform/organizations/${other}/openid`;
    const made = await rivals.request('PUT', theirs, {
      ...{ ...input, issuer: own.issuer, client_secret: own.secret },
    });
    const [domain] = made.body.provider.domains;
    names.texts[domain.record.name] = domain.record.value;
    const claimed = await rivals.request('POST', `${theirs}/domains/verify`, { domain: 'pit.example' });
    expect(claimed.status).toBe(409);
    expect((await rivals.request('GET', path)).status).toBe(404);

    await page.goto(`/org/${slug}/security`);
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page
      .getByRole('dialog', { name: 'Remove provider' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(page.getByLabel('Issuer')).toHaveValue('');
    expect((await begin('ada@pit.example')).status).toBe(404);
  });
  await page.context().close();
  own.stop();
  names.close();
});
