import { GitRepository, hasGit } from '../basalt/git-repository.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { SqlEditor } from '../basalt/sql-editor.ts';
import { expect } from '../basalt/test.ts';

const repository = hasGit() ? new GitRepository('team/app.git') : null;
const test = testOnOwnServer(async () => ({ BASALT_GIT_REPOSITORIES: repository?.folder ?? '' }));

test.skip(repository === null, 'There is no git on this machine.');
test.afterAll(() => repository?.remove());

const git = repository as GitRepository;

test('a repository is connected, a branch follows it, and what it brought comes into production by a merge', async ({
  page,
  api,
}) => {
  test.setTimeout(120_000);
  const { ref } = await api.createProject('Followed here');
  git.push('main', 'Nothing yet', {});
  git.pushTenSteps('feature/steps');
  const changes = page.getByRole('dialog', { name: 'Changes in steps' });
  await page.goto(`/project/${ref}/branches`);
  const modal = page.getByRole('dialog', { name: 'Enable database branching' });
  const production = modal.getByLabel('Production branch');
  const enable = modal.getByRole('button', { name: 'I understand, enable branching' });

  await test.step('without a repository nothing can be enabled; it is connected from there', async () => {
    await page.getByRole('button', { name: 'Enable branching' }).click();
    await expect(modal.getByText('$0.32 per day')).toBeVisible();
    await expect(enable).toBeDisabled();
    await modal.getByRole('button', { name: 'Configure connection' }).click();
    const panel = page.getByRole('dialog', { name: 'Git repository' });
    await panel.getByLabel('Repository').fill('acme/app');
    await panel.getByLabel('Folder').focus();
    await expect(panel.getByText('must look like https://github.com/owner/repo')).toBeVisible();
    await panel.getByLabel('Repository').fill('local:team/app.git');
    await panel.getByRole('button', { name: 'Connect repository' }).click();
    await expect(page.getByText('Connected to team/app')).toBeVisible();
  });

  await test.step('the branch is checked when the field is left', async () => {
    await page.getByRole('button', { name: 'Enable branching' }).click();
    await production.fill('m');
    await production.blur();
    await expect(modal.getByText('Please enter a branch name from team/app')).toBeVisible();
    await production.fill('nothing');
    await production.blur();
    await expect(modal.getByText('Unable to find branch from team/app')).toBeVisible();
    await expect(enable).toBeDisabled();
    await production.fill('main');
    await production.blur();
    await expect(modal.getByRole('status', { name: 'The branch is there' })).toBeVisible();
    await enable.click();
    await expect(page.getByText('Successfully created new branch')).toBeVisible();
    await expect(modal).toHaveCount(0);
    await expect(page.getByText('Production branch')).toBeVisible();
  });

  await test.step('a branch that follows has its migrations, each in the log', async () => {
    await page.getByRole('button', { name: 'Create branch' }).click();
    const dialog = page.getByRole('dialog', { name: /Create a branch/ });
    await dialog.getByLabel('Name').fill('steps');
    await dialog.getByLabel('Git branch').fill('feature/steps');
    await dialog.getByRole('button', { name: 'Create branch' }).click();
    await page.getByRole('button', { name: 'Actions for steps' }).click();
    await page.getByRole('button', { name: 'Show commits' }).click();
    const log = page.getByRole('dialog', { name: 'Commits in steps' });
    await expect(log.getByText('Ten steps')).toBeVisible({ timeout: 30_000 });
    await expect(log.getByText('20260101000009_step_9.sql')).toBeVisible({ timeout: 15_000 });
    await expect(log.getByText('Applied')).toBeVisible();
  });

  await test.step('what fails is told with its line and statement', async () => {
    git.push('feature/steps', 'Break it', {
      'supabase/migrations/20260202000000_bad.sql': '\nselect * from nowhere;',
    });
    const log = page.getByRole('dialog', { name: 'Commits in steps' });
    await log.getByRole('button', { name: 'Sync now' }).click();
    await expect(log.getByText('20260202000000_bad.sql, line 2')).toBeVisible({ timeout: 15_000 });
    await expect(log.getByText('relation "nowhere" does not exist')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('it is changed as a project of its own, and the change is seen from production', async () => {
    await page.getByRole('link', { name: 'steps', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Switch branch' })).toContainText('steps');
    const editor = new SqlEditor(page);
    await editor.open(new URL(page.url()).pathname.split('/')[2] ?? '');
    await editor.run('alter table step_9 add column note text');
    await expect(editor.results.getByRole('status')).toContainText('Success');
    await page.getByRole('button', { name: 'Switch branch' }).click();
    await page.getByRole('link', { name: 'Manage branches' }).click();
    await page.getByRole('button', { name: 'Actions for steps' }).click();
    await page.getByRole('button', { name: 'Show changes' }).click();
    await changes.getByRole('button', { name: 'Create table public.step_9' }).click();
    await expect(changes.getByRole('region', { name: 'SQL' })).toContainText('note');
    await expect(changes.getByRole('button', { name: /^Create table public\.step_/ })).toHaveCount(10);
  });

  await test.step('it is merged, and production has it', async () => {
    const merge = changes.getByRole('region', { name: 'Merge' });
    for (const box of await merge.getByRole('checkbox').all()) await box.check();
    await merge.getByRole('button', { name: 'Merge' }).click();
    await expect(changes.getByText('Merged into Followed here')).toBeVisible({ timeout: 30_000 });
    await changes.getByRole('button', { name: 'Close' }).click();
    await page.goto(`/project/${ref}/database/tables`);
    await expect(page.getByRole('link', { name: 'step_0', exact: true })).toBeVisible();
    const columns = "select column_name from information_schema.columns where table_name = 'step_9'";
    expect(await api.rows(ref, columns)).toEqual([{ column_name: 'note' }]);
  });

  const slug = await api.organization();
  await page.goto(`/org/${slug}/general`);
  await expect(page.getByRole('table', { name: 'Git connections' }).getByText('team/app')).toBeVisible();
});
