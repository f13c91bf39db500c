import { accessibilityFaults } from '../basalt/page-checks.ts';
import { expect, test } from '../basalt/test.ts';

test('a plan is chosen, and a project goes to an organization of another plan', async ({ page, api }) => {
  const { body: made } = await api.request('POST', '/v1/organizations', { name: 'Wandering masons' });
  const slug = made.slug as string;
  const plan = page.getByRole('region', { name: 'Subscription plan' });
  await page.goto(`/org/${slug}/billing`);
  await expect(plan).toContainText('Pro');
  await plan.getByRole('button', { name: 'Change plan…' }).click();
  const panel = page.getByRole('dialog', { name: 'Change the plan of Wandering masons' });
  await expect(panel.getByRole('button', { name: 'Change plan' })).toBeDisabled();
  await panel.getByText('Enterprise', { exact: true }).click();
  await panel.getByText('Team', { exact: true }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Change plan' }).click();
  await expect(page.getByText('Changed the plan to Team')).toBeVisible();
  await expect(plan).toContainText('Scheduled backups of 14 days');

  const { ref } = await api.createProject('Moving stone');
  await page.goto(`/project/${ref}/settings/general`);
  await page.getByRole('button', { name: 'Transfer project…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer project' });
  await dialog.getByLabel('To the organization').selectOption('Wandering masons');
  await dialog.getByRole('textbox').fill('Moving stone');
  await dialog.getByRole('button', { name: 'Transfer project' }).click();
  await expect(page.getByText('Transferred Moving stone')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Wandering masons');
  expect((await api.request('GET', `/platform/projects/${ref}`)).body.organization_slug).toBe(slug);
});
