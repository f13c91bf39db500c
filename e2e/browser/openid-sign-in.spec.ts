import { addColleague } from '../basalt/add-colleague.ts';
import { ApiClient } from '../basalt/api-client.ts';
import { type OpenIdTricks, startOpenIdProvider } from '../basalt/openid-provider.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
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
