import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { accessibilityFaults } from '../basalt/page-checks.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { saveAll } from '../basalt/save-bar.ts';
import { expect, test } from '../basalt/test.ts';

test('the largest file is set, and a program reaches the buckets with a key made here', async ({
  page,
  api,
  basalt,
}) => {
  // Of a project that is some minutes old the platform has looked at the storage by itself.
  const { ref } = await api.createProject('Shelves');
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  await storage.createBucket('settings');
  await page.goto(`/project/${ref}/settings/storage`);
  const form = page.getByRole('form', { name: 'Storage settings' });
  const size = form.getByRole('textbox', { name: 'Largest file' });
  await expect(size).toHaveValue('50');
  await size.fill('none');
  await saveAll(page);
  await expect(form.getByText('Enter a number above 0, such as 50.')).toBeVisible();
  await size.fill('0.001');
  await saveAll(page);
  await expect(page.getByText('Saved the storage settings')).toBeVisible();
  const upload = async () => (await storage.from('settings').upload('large', Buffer.alloc(2_000))).error;
  await expect.poll(upload).toMatchObject({ statusCode: '413' });
  await size.fill('50');
  await saveAll(page);
  await expect.poll(upload).toBeNull();

  const usage = page.getByRole('region', { name: 'Usage' });
  await expect(usage.getByText('Nobody has looked through the storage')).toBeVisible();
  await usage.getByRole('button', { name: 'Look and clear now' }).click();
  await expect(page.getByText('There was nothing to clear')).toBeVisible();
  await expect(usage.getByRole('row', { name: /settings 1 2\.0 kB/i })).toBeVisible();

  await form.getByRole('switch', { name: 'Limit what all files take together' }).check();
  await form.getByRole('textbox', { name: 'Quota' }).fill('0.004');
  await form.getByRole('combobox', { name: 'Unit of the quota' }).selectOption('MB');
  await saveAll(page);
  await expect(usage.getByText('47% of 4.1 kB')).toBeVisible();
  const second = async () =>
    (await storage.from('settings').upload('second', Buffer.alloc(3_000), { upsert: true })).error;
  await expect.poll(second).toMatchObject({ statusCode: '413' });
  await form.getByRole('switch', { name: 'Limit what all files take together' }).uncheck();
  await saveAll(page);
  await expect.poll(second).toBeNull();

  await page.getByRole('button', { name: 'New access key' }).click();
  await expect(page.getByText('Enter what the key is for.')).toBeVisible();
  await page.getByRole('textbox', { name: 'What the new access key is for' }).fill('Nightly backups');
  await page.getByRole('button', { name: 'New access key' }).click();
  const text = async (label: string) =>
    (await page.getByRole('group', { name: label, exact: true }).textContent()) ?? '';
  await expect(page.getByText('it is shown only this once')).toBeVisible();
  const s3 = new S3Client({
    endpoint: await text('S3 endpoint'),
    region: await text('S3 region'),
    forcePathStyle: true,
    credentials: { accessKeyId: await text('access key'), secretAccessKey: await text('secret key') },
  });
  await expect(page.getByRole('region', { name: 'AWS CLI snippet' })).toContainText(await text('secret key'));
  const names = async () =>
    (await s3.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name) ?? [];
  await expect.poll(() => names().catch((error: Error) => error.name)).toContain('settings');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('region', { name: 'AWS CLI snippet' })).toContainText('<secret key>');

  await form.getByRole('switch', { name: 'S3 protocol' }).uncheck();
  await saveAll(page);
  await expect(page.getByText('The S3 protocol is switched off above.')).toBeVisible();
  await expect.poll(() => names().then(String, (error: Error) => error.name)).toBe('FeatureNotEnabled');
  await form.getByRole('switch', { name: 'S3 protocol' }).check();
  await saveAll(page);
  await expect.poll(() => names().catch((error: Error) => error.name)).toContain('settings');
  await page.getByRole('button', { name: 'Delete Nightly backups' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click();
  await expect(page.getByText('No access keys yet.')).toBeVisible();
  await expect.poll(() => names().then(String, (error: Error) => error.name)).toBe('InvalidAccessKeyId');
});
