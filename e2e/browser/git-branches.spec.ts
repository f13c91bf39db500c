import { GitRepository, hasGit } from '../basalt/git-repository.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { expect } from '../basalt/test.ts';

const repository = hasGit() ? new GitRepository('team/app.git') : null;
const test = testOnOwnServer(async () => ({ BASALT_GIT_REPOSITORIES: repository?.folder ?? '' }));

test.skip(repository === null, 'There is no git on this machine.');
test.afterAll(() => repository?.remove());

const git = repository as GitRepository;

test('a repository is connected, branching enabled, and a branch follows it', async ({ page, api }) => {
  test.setTimeout(120_000);
  const { ref } = await api.createProject('Followed here');
  const migration = (n: number) => `supabase/migrations/2026010100000${n}_step_${n}.sql`;
  git.push(
    'main',
    'Ten steps',
    Object.fromEntries(Array.from({ length: 10 }, (_, n) => [migration(n), `create table step_${n} ();`])),
  );
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
    await dialog.getByLabel('Git branch').fill('main');
    await dialog.getByRole('button', { name: 'Create branch' }).click();
    await page.getByRole('button', { name: 'Actions for steps' }).click();
    await page.getByRole('button', { name: 'Show commits' }).click();
    const log = page.getByRole('dialog', { name: 'Commits in steps' });
    await expect(log.getByText('Ten steps')).toBeVisible({ timeout: 30_000 });
    await expect(log.getByText('20260101000009_step_9.sql')).toBeVisible({ timeout: 15_000 });
    await expect(log.getByText('Applied')).toBeVisible();
  });

  await test.step('what fails is told with its line and statement', async () => {
    git.push('main', 'Break it', {
      'supabase/migrations/20260202000000_bad.sql': '\nselect * from nowhere;',
    });
    const log = page.getByRole('dialog', { name: 'Commits in steps' });
    await log.getByRole('button', { name: 'Sync now' }).click();
    await expect(log.getByText('20260202000000_bad.sql, line 2')).toBeVisible({ timeout: 15_000 });
    await expect(log.getByText('relation "nowhere" does not exist')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const slug = await api.organization();
  await page.goto(`/org/${slug}/general`);
  await expect(page.getByRole('table', { name: 'Git connections' }).getByText('team/app')).toBeVisible();
});
