import { clientOf, keysOf, mailTo, setAuth } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const PASSWORD = 'columns of stone';

/** For tests that count users: each begins without any. */
let shared: string;

test.beforeAll(async ({ api }) => {
  shared = (await api.createProject('Users')).ref;
});
test.afterEach(({ api }) => api.rows(shared, 'delete from auth.users'));

test('the first user is made by hand and can sign in', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('First user');
  const keys = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/auth/users`);
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible();
  // The example on the page works as it is, beside other projects of this host too, and is that of the project's home.
  const example = page.getByRole('region', { name: 'sign-up example' });
  await expect(example).toContainText(`createClient('${keys.url}', '${keys.publishable}', {`);
  await expect(example).toContainText(`auth: { storageKey: 'sb-${ref}-auth-token' }`);
  const code = (await example.textContent()) ?? '';
  await page.goto(`/project/${ref}`);
  const home = page.getByRole('region', { name: 'code that makes a client' });
  await expect(home).toContainText(keys.publishable);
  expect(code).toContain(((await home.textContent()) ?? '').trim());
  await page.goto(`/project/${ref}/auth/users`);

  await page.getByRole('button', { name: 'Create the first user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByText('Enter an e-mail address.')).toBeVisible();
  await expect(dialog.getByText('Enter a password.')).toBeVisible();
  await dialog.getByLabel('E-mail address').fill('ada@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('12345');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/password/i);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create user' }).click();

  await expect(page.getByRole('heading', { name: 'ada@example.com', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/users\/[0-9a-f-]{36}$/);
  const { error } = await clientOf(keys.url, keys.anon).auth.signInWithPassword({
    email: 'ada@example.com',
    password: PASSWORD,
  });
  expect(error).toBeNull();

  await page.getByRole('link', { name: 'All users' }).click();
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row', { name: /ada@example.com/ });
  await expect(row).toContainText('E-mail');
  await expect(row).toContainText('Confirmed');
});

test('an invitation goes to the mailbox, and the page says so', async ({ page, api }) => {
  const ref = shared;
  await page.goto(`/project/${ref}/auth/users?dialog=invite`);
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  await dialog.getByLabel('E-mail address').fill('grace@example.com');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('The invitation is in the development mailbox')).toBeVisible();
  await expect(page.getByRole('row', { name: /grace@example.com/ })).toContainText('Invited');
  expect((await mailTo(api, ref, 'grace@example.com', 'invite')).link).toContain('/auth/v1/verify');

  await page.getByRole('link', { name: 'Open mailbox' }).click();
  // The page before it has a link of the same name.
  await expect(page.getByRole('heading', { name: 'Development mailbox', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'grace@example.com' }).click();
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute(
    'href',
    /\/auth\/v1\/verify/,
  );
});

test('a user is helped, shut out, let in again and deleted', async ({ page, api, basalt }) => {
  const ref = shared;
  const keys = await keysOf(api, basalt, ref);
  const email = 'marie@example.com';
  const client = clientOf(keys.url, keys.anon);
  const { data } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: '<b>Marie</b> \u202eeiruC', note: '</script><script>x</script>' } },
  });
  await page.goto(`/project/${ref}/auth/users/${data.user?.id}`);
  await expect(page.getByText('Waiting')).toBeVisible();
  // Whatever people write about themselves is text, and cannot hide how it is written.
  await expect(page.getByText('<b>Marie</b> eiruC', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'user metadata' })).toContainText('\\u202eeiruC');

  await page.getByRole('button', { name: 'Confirm e-mail address' }).click();
  await expect(page.getByRole('button', { name: 'Confirm e-mail address' })).toHaveCount(0);
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();

  await page.reload();
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions).toContainText('127.0.0.1');
  await sessions.getByRole('button', { name: /Sign out/ }).click();
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
  expect((await client.auth.refreshSession()).error).not.toBeNull();

  await page.getByRole('button', { name: 'Send password recovery' }).click();
  await expect(page.getByText('The password recovery is in the development mailbox')).toBeVisible();
  expect((await mailTo(api, ref, email, 'recovery')).code).toMatch(/^\d{6}$/);

  await page.getByRole('button', { name: 'Set password…' }).click();
  const password = page.getByRole('dialog', { name: 'Set password' });
  await password.getByRole('button', { name: 'Generate' }).click();
  const generated = await password.getByLabel('New password', { exact: true }).inputValue();
  await password.getByRole('button', { name: 'Set password' }).click();
  await expect(password).toHaveCount(0);
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull();
  expect((await client.auth.signInWithPassword({ email, password: generated })).error).toBeNull();

  await page.getByRole('button', { name: 'Ban user…' }).click();
  const ban = page.getByRole('dialog', { name: 'Ban user' });
  await ban.getByLabel('How long').selectOption('One week');
  await ban.getByRole('button', { name: 'Ban user' }).click();
  await expect(page.getByText('Banned', { exact: true })).toBeVisible();
  expect((await client.auth.signInWithPassword({ email, password: generated })).error?.code).toBe(
    'user_banned',
  );
  await page.getByRole('button', { name: 'Lift the ban' }).click();
  await expect(page.getByText('Banned', { exact: true })).toHaveCount(0);
  expect((await client.auth.signInWithPassword({ email, password: generated })).error).toBeNull();

  await page.getByRole('button', { name: 'Delete user…' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete user' });
  await deletion.getByRole('textbox').fill('somebody else');
  await deletion.getByRole('button', { name: 'Delete user' }).click();
  await expect(deletion.getByText('Value entered does not match')).toBeVisible();
  await deletion.getByRole('textbox').fill(email);
  await deletion.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible();
  await page.goto(`/project/${ref}/auth/users/${data.user?.id}`);
  await expect(page.getByRole('heading', { name: 'There is no user with this id' })).toBeVisible();
});

test('a second factor that is lost is deleted', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Factors');
  const keys = await keysOf(api, basalt, ref);
  await setAuth(api, ref, { mailer_autoconfirm: true });
  // The auth service hears of it a moment later.
  await expect
    .poll(
      async () =>
        await (await fetch(`${keys.url}/auth/v1/settings`, { headers: { apikey: keys.anon } })).text(),
    )
    .toContain('"mailer_autoconfirm":true');
  const client = clientOf(keys.url, keys.anon);
  const { data } = await client.auth.signUp({ email: 'lost@example.com', password: PASSWORD });
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Old phone' });
  await page.goto(`/project/${ref}/auth/users/${data.user?.id}`);
  await page.getByRole('button', { name: 'Delete Old phone (Authenticator app)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete factor' }).click();
  await expect(page.getByText('None. Users add factors themselves in an application.')).toBeVisible();
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
});

test('many users are searched, sorted and paged, and the address says how', async ({ page, api, basalt }) => {
  const ref = shared;
  const service = clientOf(
    (await keysOf(api, basalt, ref)).url,
    (await keysOf(api, basalt, ref)).serviceRole,
  );
  for (let i = 1; i <= 52; i++) {
    const email = `user${String(i).padStart(2, '0')}@example.com`;
    const { error } = await service.auth.admin.createUser({ email, email_confirm: i % 2 === 0 });
    expect(error).toBeNull();
  }
  await page.goto(`/project/${ref}/auth/users`);
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
  await expect(rows).toHaveCount(51);
  await expect(page.getByText('1–50 of 52 users')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.getByText('51–52 of 52 users')).toBeVisible();
  await expect(rows).toHaveCount(3);

  await page.getByLabel('Order').selectOption('E-mail, A to Z');
  await expect(page).toHaveURL(/\?sort=email$/);
  await expect(rows.nth(1)).toContainText('user01@example.com');

  await page.getByLabel('Search by e-mail, phone, name or id').fill('USER1');
  await expect(page.getByText('10 users')).toBeVisible();
  await expect(page).toHaveURL(/q=USER1/);
  await rows.nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'user10@example.com', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'All users' }).click();
  await expect(page.getByText('10 users')).toBeVisible();

  await page.getByLabel('Search by e-mail, phone, name or id').fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'No user matches' })).toBeVisible();
  await page.goto(`/project/${ref}/auth/users?page=99`);
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(rows).toHaveCount(51);
});
