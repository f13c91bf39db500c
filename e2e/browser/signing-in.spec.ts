import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { OWNER } from '../basalt/owner.ts';
import { disposeBasalt, runToEnd, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test('signing in leads to the page that was asked for, signing out closes it', async ({
  strangerPage: page,
  project,
}) => {
  await page.goto(`/project/${project.ref}/settings/general`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Sign in" [level=1]
      - textbox "E-mail address"
      - textbox "Password"
      - button "Sign in"
      - link "Forgot your password?"
  `);
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`/project/${project.ref}/settings/general$`));
  await expect(page.getByRole('heading', { name: 'General settings' })).toBeVisible();
  await expect(page).toHaveTitle(/Quarry \| .* \| Basalt$/);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/projects');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('a wrong password says so and keeps the address', async ({ strangerPage: page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText(/password/i);
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByLabel('E-mail address')).toHaveValue(OWNER.email);
});

test('a link of somebody else cannot lead away from Basalt after signing in', async ({
  strangerPage: page,
}) => {
  await page.goto('/sign-in?next=%2F%2Fevil.example%2Fprojects');
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
});

test('who forgot the password sets a new one with a link of the operator, once', async ({
  strangerPage: page,
  basalt,
}) => {
  const { email, password } = await addColleague(basalt, 'Developer');
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByText('npm start -- --reset-password')).toBeVisible();

  const unknown = await runToEnd(basalt.environment, ['--reset-password', 'nobody@example.com']);
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('No account') });
  const { code, output } = await runToEnd(basalt.environment, ['--reset-password', email.toUpperCase()]);
  expect(code).toBe(0);
  const link = /http:\S+/.exec(output)?.[0] ?? '';

  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  await page.getByLabel('New password').fill('granite in the morning');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill('basalt in the evening');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has been used');

  await page.context().clearCookies();
  const signIn = (data: object) => page.request.post('/platform/sign-in', { data });
  expect((await signIn({ email, password })).status()).toBe(401);
  expect((await signIn({ email, password: 'granite in the morning' })).status()).toBe(200);
});

test('who forgot the password gets a link by mail where the operator named a mail server', async ({
  browser,
}) => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, _session, done) =>
      void text(stream).then((mail) => {
        mails.push(mail);
        done();
      }),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const basalt = await startBasalt({
    environment: {
      // Its certificate is one of its own.
      BASALT_SMTP_URL: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      BASALT_MAIL_FROM: 'basalt@example.com',
    },
  });
  const page = await browser.newPage({ baseURL: basalt.origin });
  try {
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The page before has a field of this name too.
    await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
    await page.getByLabel('E-mail address').fill(OWNER.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(`If somebody has an account with ${OWNER.email}`)).toBeVisible();
    await expect.poll(() => mails.length).toBe(1);
    // Long lines are cut for the way.
    const mail = mails[0]?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    expect(mail).toContain(`To: ${OWNER.email}`);
    await page.goto(/http:\S+#token=\S+/.exec(mail)?.[0] ?? '');
    await page.getByLabel('New password').fill('granite in the morning');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  } finally {
    await page.close();
    await disposeBasalt(basalt);
    await new Promise<void>((done) => server.close(done));
  }
});

test('one changes the own password and ends sessions elsewhere', async ({ browser, basalt }) => {
  const colleague = await addColleague(basalt, 'Developer');
  const page = await openAs(browser, basalt, colleague);
  const elsewhere = await openAs(browser, basalt, colleague);
  const third = await openAs(browser, basalt, colleague);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Password and sessions' }).click();
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText(/this device.*127\.0\.0\.1 · signed in/);
  await sessions
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(sessions).toHaveCount(2);

  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('granite in the morning');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByLabel('Current password').fill(colleague.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Changed your password')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  for (const other of [elsewhere, third]) {
    await other.goto('/projects');
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }
  const data = { email: colleague.email, password: 'granite in the morning' };
  expect((await third.request.post('/platform/sign-in', { data })).status()).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect(sessions).toHaveCount(1);
  for (const one of [page, elsewhere, third]) await one.context().close();
});
