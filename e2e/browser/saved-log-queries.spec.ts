import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { expect, test } from '../basalt/test.ts';

test('a question to a log is saved, asked again from another page, renamed, shared and deleted', async ({
  page,
  api,
}) => {
  const { ref } = await api.createProject('Kept questions');
  await page.goto(`/project/${ref}/logs`);
  const save = page.getByRole('button', { name: 'Save query…' });
  // There is nothing to keep yet.
  await expect(page.getByRole('button', { name: 'Saved queries' })).toBeVisible();
  await expect(save).toHaveCount(0);
  await page.getByLabel('Status', { exact: true }).selectOption('5xx');
  await page.getByLabel('Time', { exact: true }).selectOption('Last 6 hours');
  await save.click();
  const naming = page.getByRole('dialog', { name: 'Save query' });
  await naming.getByLabel('Name').fill('What breaks');
  await naming.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved What breaks')).toBeVisible();

  await page.goto(`/project/${ref}/logs/postgres-logs?saved=list`);
  const panel = page.getByRole('dialog', { name: 'Saved queries' });
  await expect(panel.getByText('Only you see it')).toBeVisible();
  const act = async (name: string) => {
    await panel.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('button', { name }).click();
  };
  await act('Share with the project');
  await expect(panel.getByText(/^Shared by/)).toBeVisible();
  await act('Rename');
  const renaming = page.getByRole('dialog', { name: 'Rename query' });
  await renaming.getByLabel('Name').fill('What is broken');
  await renaming.getByRole('button', { name: 'Rename' }).click();
  await expect(renaming).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: /^What is broken/ }).click();
  await expect(page).toHaveURL(new RegExp(`/project/${ref}/logs\\?range=6h&status=5xx$`));
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('5xx');

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.getByRole('button', { name: 'Saved queries' }).click();
  await act('Delete');
  await expect(panel.getByText('No query is saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('button', { name: /^What is broken/ })).toBeVisible();
});
