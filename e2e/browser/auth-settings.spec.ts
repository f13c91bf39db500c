import { clientOf, keysOf, setAuth } from '../basalt/project-api.ts';
import { saveAll, saveBar } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

/** For tests whose sections do not touch each other. The others have a project of their own. */
let shared: string;
/** What those tests set, which null takes back. */
const SET = [
  'site_url',
  'uri_allow_list',
  'external_github_enabled',
  'external_github_client_id',
  'external_github_secret',
  'mailer_subjects_confirmation',
  'mailer_templates_confirmation_content',
  'mailer_subjects_invite',
  'mailer_templates_invite_content',
  'mailer_notifications_password_changed_enabled',
  'mailer_autoconfirm',
  'security_captcha_enabled',
  'security_captcha_provider',
  'security_captcha_secret',
];

test.beforeAll(async ({ api }) => {
  shared = (await api.createProject('Settings')).ref;
});
test.afterEach(({ api }) => setAuth(api, shared, Object.fromEntries(SET.map((name) => [name, null]))));

test('closing sign-up counts at once', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Closed');
  const keys = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/auth/settings`);
  const section = page.getByRole('region', { name: 'Sign-up and e-mail' });
  await expect(section).toBeVisible();
  await expect(saveBar(page)).toBeHidden();
  await section.getByRole('switch', { name: 'Allow new users to sign up' }).click();
  await saveAll(page);
  await expect(page.getByText('Saved the sign-up and e-mail settings')).toBeVisible();
  await expect(saveBar(page)).toBeHidden();
  const { error } = await clientOf(keys.url, keys.anon).auth.signUp({
    email: 'late@example.com',
    password: 'columns of stone',
  });
  expect(error?.code).toBe('signup_disabled');
  await page.reload();
  await expect(section.getByRole('switch', { name: 'Allow new users to sign up' })).not.toBeChecked();
});

test('what is wrong is said at its field, and nothing is saved', async ({ page, api }) => {
  const ref = shared;
  await page.goto(`/project/${ref}/auth/settings`);
  const addresses = page.getByRole('region', { name: 'Addresses' });
  await addresses.getByLabel('Site URL').fill('not an address');
  await addresses
    .getByLabel('Allowed redirect addresses')
    .fill('https://a.example.com/**\nhttps://b.example.com');
  await saveAll(page);
  await expect(addresses.getByText('Must be an address such as https://example.com')).toBeVisible();
  await expect(addresses.getByLabel('Site URL')).toBeFocused();
  const config = () => api.request('GET', `/v1/projects/${ref}/config/auth`);
  expect((await config()).body.uri_allow_list).toBe('');
  await addresses.getByLabel('Site URL').fill('https://app.example.com');
  await saveAll(page);
  await expect(page.getByText('Saved the addresses settings')).toBeVisible();
  expect((await config()).body).toMatchObject({
    site_url: 'https://app.example.com',
    uri_allow_list: 'https://a.example.com/**,https://b.example.com',
  });

  const passwords = page.getByRole('region', { name: 'Passwords' });
  await passwords.getByLabel('Shortest password').fill('5');
  await saveAll(page);
  await expect(passwords.getByText('Enter 6 or more.')).toBeVisible();
  await expect(passwords.getByLabel('Shortest password')).toBeFocused();
  await saveBar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(passwords.getByLabel('Shortest password')).toHaveValue('6');

  await test.step('one bar saves all sections of the page, and fields go back to their default', async () => {
    await passwords.getByLabel('Shortest password').fill('12');
    await addresses.getByRole('button', { name: 'Reset to default Site URL' }).click();
    await expect(addresses.getByLabel('Site URL')).toHaveValue('http://localhost:3000');
    await expect(saveBar(page).getByRole('status')).toHaveText(
      '2 unsaved changesSite URL, Shortest password',
    );
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText('Saved the passwords settings')).toBeVisible();
    await expect(saveBar(page)).toBeHidden();
    await passwords.getByRole('button', { name: 'Reset to default Shortest password' }).click();
    await saveAll(page);
    await expect(saveBar(page)).toBeHidden();
    expect((await config()).body).toMatchObject({
      site_url: 'http://localhost:3000',
      password_min_length: 6,
    });
  });
});

test('a provider is switched on, and its secret is never shown', async ({ page }) => {
  const ref = shared;
  await page.goto(`/project/${ref}/auth/settings`);
  const providers = page.getByRole('region', { name: 'Providers' });
  await expect(providers.getByRole('group', { name: 'callback URL' })).toContainText('/auth/v1/callback');
  const github = providers.getByRole('group').filter({ has: page.getByText('GitHub', { exact: true }) });
  await github.getByText('GitHub', { exact: true }).click();
  await github.getByRole('switch', { name: 'Sign in with GitHub' }).click();
  await saveAll(page);
  await expect(github.getByText(/required when github is switched on/)).toBeVisible();
  await github.getByLabel('Client ID', { exact: true }).fill('quarry');
  await github.getByLabel('Client secret', { exact: true }).fill('hexagonal-secret');
  await saveAll(page);
  await expect(page.getByText('Saved the GitHub settings')).toBeVisible();
  await expect(github.getByLabel('Client secret', { exact: true })).toHaveValue('');
  await expect(github.getByText('Is set. Leave the field empty to keep it.')).toBeVisible();
  await page.reload();
  await expect(providers.getByText('On', { exact: true })).toHaveCount(1);
  expect(await page.content()).not.toContain('hexagonal-secret');
});

test('a mail server takes mail away from the mailbox, until it is removed', async ({ page, api }) => {
  const { ref } = await api.createProject('Mail server');
  await page.goto(`/project/${ref}/auth/smtp`);
  await expect(page.getByText('No server is set')).toBeVisible();
  await page.getByLabel('Host').fill('smtp.example.com');
  await saveAll(page);
  await expect(page.getByText('Enter a port, such as 587.')).toBeVisible();
  await page.getByLabel('Port').fill('587');
  await page.getByLabel('User name').fill('quarry');
  await page.getByLabel('Password', { exact: true }).fill('sixsidedsecret');
  await page.getByLabel('Sender address').fill('no address');
  await saveAll(page);
  await expect(page.getByText('Is not an e-mail address')).toBeVisible();
  await page.getByLabel('Sender address').fill('no-reply@example.com');
  await saveAll(page);
  await expect(page.getByText('Mail to users is sent through this server.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.goto(`/project/${ref}/auth/mailbox`);
  await expect(page.getByText('New mail is sent through smtp.example.com.')).toBeVisible();
  await page.getByRole('link', { name: 'SMTP settings' }).click();
  await page.getByRole('button', { name: 'Remove server…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove server' }).click();
  await expect(page.getByText('No server is set')).toBeVisible();
  const { body } = await api.request('GET', `/v1/projects/${ref}/config/auth`);
  expect(body).toMatchObject({ smtp_host: null, smtp_pass: null });
});

test('a rate limit is set and kept to', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Limits');
  const keys = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/auth/rate-limits`);
  const project = page.getByRole('region', { name: 'Whole project' });
  await project.getByLabel('E-mails').fill('1');
  await saveAll(page);
  await expect(page.getByText('Saved the rate limit settings')).toBeVisible();
  const signUp = (email: string) =>
    clientOf(keys.url, keys.anon).auth.signUp({ email, password: 'columns of stone' });
  expect((await signUp('first@example.com')).error).toBeNull();
  expect((await signUp('second@example.com')).error?.code).toBe('over_email_send_rate_limit');
});

test('a mail says what the project wants it to say, and a test shows it', async ({ page, api, basalt }) => {
  const ref = shared;
  const keys = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/auth/templates`);
  await page.getByText('Sign-up confirmation').click();
  const mail = page.getByRole('group').filter({ has: page.getByText('Sign-up confirmation') });
  await mail.getByLabel('Subject').fill('Welcome to Staffa');
  await mail.getByLabel('Content').fill('<p>Your code:\n  <b>{{ .Token }}</b></p>');
  await saveAll(page);
  await expect(page.getByText('Saved the sign-up confirmation settings')).toBeVisible();
  await expect(mail.getByText('Your own')).toBeVisible();
  await mail.getByRole('button', { name: 'Send test mail' }).click();
  await expect(mail.getByText('Enter an e-mail address.')).toBeVisible();
  await mail.getByLabel('Send a test to').fill('me@example.com');
  await mail.getByRole('button', { name: 'Send test mail' }).click();
  await expect(page.getByText('The test mail is in the development mailbox')).toBeVisible();

  await clientOf(keys.url, keys.anon).auth.signUp({ email: 'ann@example.com', password: 'columns of stone' });
  const { body } = await api.request('GET', `/platform/auth/${ref}/mailbox`);
  const mails = body.messages.map(({ recipient, subject }: Record<string, string>) => [recipient, subject]);
  expect(mails.filter(([recipient]: string[]) => recipient !== 'ben@example.com')).toEqual([
    ['ann@example.com', 'Welcome to Staffa'],
    ['me@example.com', '[Test] Welcome to Staffa'],
  ]);
});

test("a mail of one's own begins with the built-in one, and says what it lacks", async ({ page }) => {
  const ref = shared;
  await page.goto(`/project/${ref}/auth/templates`);
  await page.getByText('Invitation', { exact: true }).click();
  const mail = page.getByRole('group').filter({ has: page.getByText('Invitation', { exact: true }) });
  await mail.getByRole('button', { name: 'Start from the built-in mail' }).click();
  await expect(mail.getByLabel('Content')).toHaveValue(/^<!doctype html>/);
  await expect(mail.getByLabel('Subject')).toHaveValue('You have been invited');
  await expect(mail.getByText(/neither a link nor a code/)).toBeHidden();
  await mail.getByLabel('Content').fill('<p>Welcome, {{ .Email }}</p>');
  await expect(mail.getByText(/neither a link nor a code/)).toBeVisible();
  await saveAll(page);
  await expect(mail.getByText('No way on')).toBeVisible();
});

test('users hear of a new password once the notification is switched on', async ({ page, api, basalt }) => {
  const ref = shared;
  await setAuth(api, ref, { mailer_autoconfirm: true });
  const keys = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/auth/templates`);
  await page.getByText('Password changed').click();
  const mail = page.getByRole('group').filter({ has: page.getByText('Password changed') });
  await mail.getByRole('switch', { name: 'Send this notification' }).click();
  await saveAll(page);
  await expect(page.getByText('Saved the notification password changed settings')).toBeVisible();
  await expect(mail.getByText('On', { exact: true })).toBeVisible();
  const client = clientOf(keys.url, keys.anon);
  await client.auth.signUp({ email: 'ben@example.com', password: 'columns of stone' });
  expect((await client.auth.updateUser({ password: 'pillars of basalt' })).error).toBeNull();
  const { body } = await api.request('GET', `/platform/auth/${ref}/mailbox`);
  const his = body.messages.filter(({ recipient }: { recipient: string }) => recipient === 'ben@example.com');
  expect(his).toMatchObject([
    { recipient: 'ben@example.com', subject: 'Your password was changed', code: null, link: null },
  ]);
});

test('a mail server that cannot be asked says nothing of what is there', async ({ page, api }) => {
  const { ref } = await api.createProject('Mail test');
  const settings = { smtp_host: '127.0.0.1', smtp_port: '1', smtp_admin_email: 'no-reply@example.com' };
  await setAuth(api, ref, settings);
  await page.goto(`/project/${ref}/auth/smtp`);
  await page.getByLabel('Send a test to').fill('me@example.com');
  await page.getByRole('button', { name: 'Send test mail' }).click();
  // Told when the time for a mail is over, whether the port is open, closed or not to be asked at all.
  const failure = page.getByText(/the mail server did not answer/);
  await expect(failure).toBeVisible({ timeout: 20_000 });
  await expect(failure).not.toContainText(/E[A-Z]{4}|127\.0\.0\.1/);
});

test('whoever solves no captcha is refused from the moment it is asked for', async ({
  page,
  api,
  basalt,
}) => {
  const ref = shared;
  const keys = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/auth/settings`);
  const section = page.getByRole('region', { name: 'Captcha' });
  await section.getByRole('switch', { name: 'Ask for a captcha' }).click();
  await saveAll(page);
  await expect(section.getByText(/required when captcha protection is switched on/)).toBeVisible();
  await section.getByLabel('Service').selectOption('turnstile');
  await section.getByLabel('Secret key', { exact: true }).fill('captcha-secret');
  await saveAll(page);
  await expect(page.getByText('Saved the captcha settings')).toBeVisible();
  const { error } = await clientOf(keys.url, keys.anon).auth.signUp({
    email: 'robot@example.com',
    password: 'columns of stone',
  });
  expect(error?.code).toBe('captcha_failed');
});
