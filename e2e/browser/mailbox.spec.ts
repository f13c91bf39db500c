import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test('a message appears while one looks, and its code and link work', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Mailbox');
  const keys = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/auth/mailbox`);
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  await expect(page.getByText('Mail comes here because no SMTP server is set.')).toBeVisible();

  const client = clientOf(keys.url, keys.anon);
  const email = 'ada@example.com';
  await client.auth.signUp({
    email,
    password: 'columns of stone',
    options: { data: { name: '<img src=x onerror=parent.hacked=1>' } },
  });
  const row = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(row).toContainText(email);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\?message=\d+$/);
  const code = await page.getByRole('group', { name: 'code' }).textContent();
  expect(code).toMatch(/^\d{6}$/);
  await expect(row).toContainText(code ?? '');

  // The mail is shown in a frame that can run nothing and load nothing.
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  await expect(page.frameLocator('iframe').getByText(code ?? '')).toBeVisible();
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  await page.getByRole('tab', { name: 'Text' }).click();
  await expect(page.getByRole('region', { name: 'text' })).toContainText(code ?? '');

  const link = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href');
  expect(await page.getByRole('group', { name: 'link' }).textContent()).toBe(link);
  const answer = await fetch(link ?? '', { redirect: 'manual' });
  expect(answer.headers.get('location')).toContain('access_token=');
});

test('messages are searched and deleted', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Full mailbox');
  const keys = await keysOf(api, basalt, ref);
  for (const name of ['ada', 'grace', 'marie']) {
    await clientOf(keys.url, keys.anon).auth.signUp({
      email: `${name}@example.com`,
      password: 'columns of stone',
    });
  }
  await page.goto(`/project/${ref}/auth/mailbox`);
  const rows = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(rows).toHaveText([/marie@/, /grace@/, /ada@/]);
  await page.getByLabel('Search by recipient or subject').fill('GRACE');
  await expect(rows).toHaveText([/grace@/]);
  await rows.getByRole('link').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  await expect(page.getByRole('heading', { name: 'No message matches' })).toBeVisible();
  await page.getByLabel('Search by recipient or subject').fill('');
  await expect(rows).toHaveText([/marie@/, /ada@/]);

  await page.getByRole('button', { name: 'Delete all…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  expect((await api.request('GET', `/platform/auth/${ref}/mailbox`)).body.messages).toEqual([]);
});
