import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { expect, test } from '../basalt/test.ts';

test('who changed what is listed, filtered, unfolded and downloaded, by owners and administrators', async ({
  page,
  browser,
  basalt,
  api,
  project,
}) => {
  const slug = await api.organization();
  const secret = `never-shown-${Date.now()}`;
  const name = `Log ${Date.now()}`;
  const rows = page.getByRole('list', { name: 'Audit log' }).getByRole('button', { expanded: false });

  await test.step('what was done in the dashboard and with a token is there, without secrets', async () => {
    const { body: before } = await api.request('GET', `/v1/projects/${project.ref}`);
    await api.request('PATCH', `/v1/projects/${project.ref}`, { name });
    await api.request('PATCH', `/v1/projects/${project.ref}`, { name: before.name });
    await api.request('POST', `/platform/projects/${project.ref}/vault/secrets`, { name, secret });
    await page.goto(`/org/${slug}/audit?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
    await expect(rows.filter({ hasText: 'vault.create' })).toHaveCount(1);
    await rows.filter({ hasText: 'projects.update' }).first().click();
    await expect(page.getByRole('table', { name: 'What changed' })).toContainText(name);
    await expect(page.getByText('The access token')).toBeVisible();
    await page.reload();
    await rows.filter({ hasText: 'vault.create' }).click();
    await expect(page.getByRole('table', { name: 'What was asked for' })).toContainText('[hidden]');
    await expect(page.getByText(secret)).toHaveCount(0);
  });

  await test.step('filters are in the address', async () => {
    await page.goto(`/org/${slug}/audit`);
    await page.getByLabel('Action').selectOption('vault.create');
    await expect(page).toHaveURL(/action=vault\.create/);
    await expect(rows.first()).toContainText('vault.create');
    await page.getByLabel('Outcome').selectOption('Unknown');
    await expect(page.getByRole('heading', { name: 'No entries fit these filters' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(page).toHaveURL(new RegExp(`/org/${slug}/audit$`));
  });

  await test.step('what is shown is downloaded', async () => {
    await page.goto(`/org/${slug}/audit?q=${encodeURIComponent(name)}`);
    await expect(rows.first()).toBeVisible();
    for (const [button, file] of [
      ['Download as CSV', `audit-log-${slug}.csv`],
      ['Download as JSON', `audit-log-${slug}.json`],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      expect((await download).suggestedFilename()).toBe(file);
    }
    const answer = await api.send(
      `/platform/organizations/${slug}/audit-log/export?format=csv&search=${encodeURIComponent(name)}`,
    );
    const text = await answer.text();
    expect(text.trim().split('\n')).toHaveLength(4);
    expect(text).not.toContain(secret);
  });

  await test.step('a developer is told who may see it', async () => {
    const theirs = await openAs(browser, basalt, await addColleague(basalt, 'Developer'));
    await theirs.goto(`/org/${slug}/audit`);
    await expect(
      theirs.getByRole('heading', { name: 'You cannot see the audit log of this organization' }),
    ).toBeVisible();
    await theirs.context().close();
  });
});
