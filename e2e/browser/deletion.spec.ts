import { expect, test } from '../basalt/test.ts';

// Projects are made, stopped and started, which takes its time on a busy machine.
test.setTimeout(90_000);
const PATIENCE = { timeout: 20_000 };

test('a project is deleted with a word of why, and brought back with its rows', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Short-lived');
  await api.rows(ref, "create table notes as select 'kept through the deletion' as text");
  await page.goto(`/project/${ref}/settings/general`);
  await page.getByRole('button', { name: 'Delete project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Short-lived' });
  const reasons = dialog.getByRole('checkbox');
  await expect(reasons).toHaveCount(14);
  await expect(dialog.getByText('Its data is kept for 7 days.')).toBeVisible();
  const name = dialog.getByLabel('Type Short-lived to confirm');
  await name.fill('short-lived');
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(dialog.getByText('Value entered does not match')).toBeVisible();
  await expect(dialog.getByText('Please select at least one reason for deleting your project')).toBeVisible();

  await dialog.getByLabel('The work is done').check();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete project' })).toBeFocused();
  expect((await api.request('GET', `/v1/projects/${ref}`)).body.status).toBe('ACTIVE_HEALTHY');

  await page.getByRole('button', { name: 'Delete project' }).click();
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(name).toHaveValue('');
  await dialog.getByLabel('The work is done').check();
  await dialog.getByLabel('None of these').check();
  await dialog.getByLabel('Additional feedback').fill('See you soon');
  await name.fill('Short-lived');
  const survey = page.waitForRequest('**/platform/feedback/downgrade');
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(page).toHaveURL(`${basalt.origin}/projects`);
  await expect(page.getByText('Successfully deleted Short-lived')).toBeVisible();
  expect((await survey).postDataJSON()).toEqual({
    projectRef: ref,
    orgSlug: await api.organization(),
    reasons: '- The work is done\n- None of these',
    additionalFeedback: 'See you soon',
    exitAction: 'delete',
  });
  expect((await api.request('GET', `/v1/projects/${ref}`)).status).toBe(404);
  await expect(page.getByRole('link', { name: 'Short-lived' })).toHaveCount(0);

  await page.getByRole('link', { name: /deleted projects? can be brought back/ }).click();
  const row = page.getByRole('dialog', { name: 'Deleted projects' }).getByRole('listitem').filter({
    hasText: 'Short-lived',
  });
  await expect(row).toContainText(/deleted just now · erased on \d{1,2} \w{3} \d{4}, in (6|7) days/);
  await row.getByRole('button', { name: 'Bring back' }).click();
  await expect(page).toHaveURL(`${basalt.origin}/project/${ref}`);
  await expect(page.getByText('Bringing Short-lived back')).toBeVisible();
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  await expect(page.getByRole('heading', { name: /^(Short-lived|Restoration complete)$/ })).toBeVisible(
    PATIENCE,
  );
  expect(await api.rows(ref, 'select text from notes')).toEqual([{ text: 'kept through the deletion' }]);
});

test('a deleted project is erased before its time, by its exact name', async ({ page, api }) => {
  const { ref } = await api.createProject('Forgotten');
  await api.request('DELETE', `/platform/projects/${ref}`);
  await expect.poll(() => removedRefs()).toContain(ref);
  await page.goto('/projects?dialog=deleted');
  const list = page.getByRole('dialog', { name: 'Deleted projects' });
  const row = list.getByRole('listitem').filter({ hasText: 'Forgotten' });
  await row.getByRole('button', { name: 'Erase now' }).click();
  const question = page.getByRole('dialog', { name: 'Erase Forgotten' });
  await question.getByRole('textbox').fill('Forgot');
  await question.getByRole('button', { name: 'Erase for good' }).click();
  await expect(question.getByText('Value entered does not match')).toBeVisible();
  expect(await removedRefs()).toContain(ref);

  await question.getByRole('textbox').fill('Forgotten');
  await question.getByRole('button', { name: 'Erase for good' }).click();
  await expect(list).toBeVisible();
  await expect(row).toHaveCount(0, PATIENCE);
  expect(await removedRefs()).not.toContain(ref);

  async function removedRefs(): Promise<string[]> {
    const { body } = await api.request('GET', '/platform/projects-removed');
    return body.map((project: { ref: string }) => project.ref);
  }
});
