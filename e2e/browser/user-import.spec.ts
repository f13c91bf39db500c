import { readFile } from 'node:fs/promises';
import { accessibilityFaults } from '../basalt/page-checks.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const HASH = '$2y$04$n98z4acKe9ykv89xgftvLOiDVfLhJ/wVcsGkuhxGZL6v068gmrSFi';

test('users are imported from a file, with the rows that are wrong, and exported', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Movers');
  const { url, anon } = await keysOf(api, basalt, ref);
  await page.goto(`/project/${ref}/auth/users`);
  const choose = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('button', { name }).click();
  };
  await choose(/^Import users/);
  const dialog = page.getByRole('dialog', { name: 'Import users' });
  const send = dialog.getByRole('button', { name: 'Import users' });
  await send.click();
  await expect(dialog.getByText('Choose a file.')).toBeVisible();
  const text = `email,password_hash,user_metadata\nann@example.com,${HASH},"{""name"": ""Ann""}"\nnobody,,\nbob@example.com,md5,\n`;
  await page.setInputFiles('input[type=file]', {
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  expect(await accessibilityFaults(page)).toEqual([]);
  await send.click();
  await expect(dialog.getByText('Nobody was imported. 2 rows were refused.')).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Refused rows' })).toContainText('hash');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await choose(/^Import users/);
  await page.setInputFiles('input[type=file]', {
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await dialog.getByRole('switch', { name: 'Leave out rows that are refused' }).click();
  await send.click();
  await expect(dialog.getByText('1 user imported. 2 rows were refused.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('ann@example.com')).toBeVisible();
  const signIn = { email: 'ann@example.com', password: 'quarry stone' };
  expect((await clientOf(url, anon).auth.signInWithPassword(signIn)).data.user?.user_metadata).toMatchObject({
    name: 'Ann',
  });

  const [download] = await Promise.all([page.waitForEvent('download'), choose(/^Export users with hashes/)]);
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(exported).toMatchObject({ email: 'ann@example.com', password_hash: HASH, email_confirm: true });
});
