import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(120_000);

const PASSWORD = 'columns of stone';

test('a policy of a bucket is made from a template, decides for users, is tested and dropped', async ({
  page,
  api,
  basalt,
  project: { ref },
}) => {
  const { url, secret, publishable } = await keysOf(api, basalt, ref);
  const service = clientOf(url, secret);
  const signIn = async (name: string) => {
    const email = `${name}-in-bucket@example.com`;
    const { data } = await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const client = clientOf(url, publishable);
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    return { email, id: data.user?.id ?? '', files: client.storage.from("it's mine") };
  };
  await service.storage.createBucket("it's mine", { public: false });
  await service.storage.createBucket('for all', { public: true });
  await service.storage.from("it's mine").upload('nobody/a.txt', 'text');
  const first = await signIn('first');
  const second = await signIn('second');
  expect((await first.files.upload(`${first.id}/a.txt`, 'text')).error).not.toBeNull();

  await page.goto(`/project/${ref}/storage/policies`);
  await expect(page.getByRole('heading', { level: 1, name: 'Storage policies' })).toBeVisible();
  const bucketRow = page.getByRole('row').filter({ hasText: "it's mine" }).first();
  await expect(bucketRow).toContainText('Private');
  await expect(bucketRow).toContainText('No policy of its own');
  await expect(page.getByRole('row').filter({ hasText: 'for all' })).toContainText('Public');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await beyondTheEdge(page)).toEqual([]);
  const choose = async (label: string) => {
    await page.getByRole('button', { name: "Actions for it's mine" }).click();
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
  };
  await choose('New policy');
  const panel = page.getByRole('dialog').first();
  await expect(panel.getByRole('combobox', { name: 'Files of' })).toHaveValue("it's mine");
  await expect(panel.getByRole('textbox', { name: 'Using' })).toContainText("bucket_id = 'it''s mine'");
  await panel.getByRole('combobox', { name: 'Begin with' }).selectOption('own-folder');
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue(
    "Users do everything in a folder of their own in it's mine",
  );
  await panel.getByRole('combobox', { name: 'Files of' }).selectOption('for all');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await panel.getByRole('button', { name: 'Review SQL' }).click();
  await expect(panel.getByRole('region', { name: 'SQL to run' })).toContainText(/on\s+storage\.objects/);
  await panel.getByRole('button', { name: 'Create policy', exact: true }).click();
  const policy = page.getByRole('link', { name: /^Users do everything in a folder/ });
  await expect(policy).toBeVisible();
  await expect(bucketRow).not.toContainText('No policy');

  expect((await first.files.upload(`${first.id}/a.txt`, 'text')).error).toBeNull();
  expect((await second.files.upload(`${first.id}/b.txt`, 'text')).error).not.toBeNull();
  expect((await second.files.download(`${first.id}/a.txt`)).error).not.toBeNull();

  await choose('Test as a user');
  await expect(panel).toContainText("Rows of the bucket it's mine that somebody sees.");
  await expect(panel.getByRole('status')).toContainText('Sees none of 2 rows.');
  await panel.getByRole('combobox', { name: 'As' }).selectOption('authenticated');
  await panel.getByRole('combobox', { name: 'User' }).fill(first.email);
  await page.getByRole('option', { name: first.email }).click();
  await expect(panel.getByRole('status')).toContainText('Sees 1 of 2 rows.');
  await panel.getByRole('button', { name: 'Close' }).click();

  await policy.click();
  await panel.getByRole('button', { name: 'Drop policy…' }).click();
  await page.getByRole('button', { name: 'Drop policy', exact: true }).click();
  await expect(policy).toHaveCount(0);
  expect((await first.files.list(first.id)).data).toEqual([]);
});

test('whoever may only look sees the policies and cannot change them', async ({
  browser,
  api,
  basalt,
  project: { ref },
}) => {
  await api.rows(ref, 'create policy "Everybody lists" on storage.buckets for select using (true)');
  const reader = await openAs(browser, basalt, await addColleague(basalt, 'Read-only'));
  await reader.goto(`/project/${ref}/storage/policies?q=everybody`);
  await expect(reader.getByRole('row').filter({ hasText: 'The buckets themselves' })).toBeVisible();
  await reader.getByRole('link', { name: 'Everybody lists' }).click();
  await expect(reader.getByRole('dialog').getByRole('button', { name: 'Edit policy' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(reader.getByRole('button', { name: 'New policy' })).toHaveAttribute('aria-disabled', 'true');
});
