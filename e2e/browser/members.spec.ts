import { apiAs } from '../basalt/add-colleague.ts';
import { expect, test } from '../basalt/test.ts';

const EMAIL = `mason-${Date.now()}@example.com`;
const PASSWORD = 'granite in the morning';

test('somebody is invited, joins, and sees the same project with other rights', async ({
  page,
  browser,
  basalt,
  api,
  project,
}) => {
  // Two people, and many pages.
  test.setTimeout(120_000);
  const slug = await api.organization();
  const team = `/org/${slug}/team`;
  const context = await browser.newContext({ baseURL: basalt.origin });
  const theirs = await context.newPage();
  let link = '';
  const row = (who: string) =>
    page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: who });
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: `Actions for ${EMAIL}` }).click();
    await page.getByRole('button', { name: entry }).click();
  };

  await test.step('the link is shown, since there is no mail server', async () => {
    await page.goto(team);
    await expect(row('owner@')).toContainText('You');
    await page.getByRole('button', { name: 'Invite member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite member' });
    await dialog.getByLabel('E-mail address').fill('owner');
    await dialog.getByLabel('E-mail address').fill(EMAIL);
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Read-only');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Invitation link' });
    link = (await shown.getByRole('group', { name: 'invitation link' }).textContent()) ?? '';
    expect(link).toContain(`${basalt.origin}/join#token=`);
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(EMAIL);
  });

  await test.step('a forwarded host is not in the link', async () => {
    const path = `/platform/organizations/${slug}/invitations`;
    const person = { email: `host-${EMAIL}`, role: 'Developer' };
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const { body } = await api.request('POST', path, person, headers);
    expect(body.link).toContain(`${basalt.origin}/join#`);
    await api.request('DELETE', `${path}/${body.invitation.id}`);
    await theirs.goto(body.link);
    await expect(theirs.getByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible();
  });

  await test.step('whoever is signed in with another address is told so', async () => {
    const other = await page.context().newPage();
    await other.goto(link);
    await expect(other.getByText('Sign out to accept as')).toContainText(EMAIL);
    await other.close();
  });

  await test.step('an account is made with it, once', async () => {
    await theirs.goto('about:blank');
    await theirs.goto(link);
    await theirs.getByLabel('Choose a password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Create account and join' }).click();
    await expect(theirs.getByRole('heading', { name: 'Team' })).toBeVisible();
    expect(theirs.url()).not.toContain('token');
    const again = await context.newPage();
    await again.goto(link);
    await expect(again.getByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible();
    await again.close();
  });

  const keys = `/project/${project.ref}/settings/api`;
  await test.step('who only reads is told what they may not do', async () => {
    await expect(theirs.getByRole('button', { name: 'Invite member' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(theirs.getByRole('combobox', { name: /^Role of/ })).toHaveCount(0);
    await theirs.goto(`/org/${slug}/general`);
    await expect(
      theirs.getByText('You do not have the required permissions to update this organization.').first(),
    ).toBeVisible();
    await theirs.goto(keys);
    await expect(theirs.getByText("You don't have permission to view API keys.").first()).toBeVisible();
  });

  await test.step('a role that is changed holds at once, also in a session that runs', async () => {
    await page.reload();
    await page.getByRole('combobox', { name: `Role of ${EMAIL}` }).selectOption('Developer');
    await expect(page.getByText('Changed the role to Developer')).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByText('service_role').first()).toBeVisible();
    await expect(theirs.getByText("You don't have permission to view API keys.")).toHaveCount(0);
  });

  const developer = await apiAs(basalt, { email: EMAIL, password: PASSWORD });
  const seen = async () => {
    const { body } = await developer.request('GET', '/platform/projects');
    return (body as { ref: string }[]).map(({ ref }) => ref);
  };
  await test.step('the role holds in chosen projects only', async () => {
    expect(await seen()).toContain(project.ref);
    await choose('Roles in projects…');
    const dialog = page.getByRole('dialog', { name: 'Roles in projects' });
    await dialog.getByRole('switch', { name: 'Sees all projects' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row(EMAIL)).toContainText('Chosen projects only');
    expect(await seen()).toEqual([]);
    await choose('Roles in projects…');
    await dialog
      .getByRole('combobox', { name: `Role in ${project.name}`, exact: true })
      .selectOption('Read-only');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row(EMAIL)).toContainText(`Only ${project.name} (Read-only)`);
    expect(await seen()).toEqual([project.ref]);
  });

  await test.step('the last owner stays', async () => {
    await page.getByRole('button', { name: 'Actions for owner@' }).first().click();
    await page.getByRole('button', { name: 'Leave organization…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByText('An organization keeps at least one owner.').first()).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('who is removed loses everything at once, tokens too', async () => {
    await choose('Remove member…');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(row(EMAIL)).toHaveCount(0);
    expect(await seen()).toEqual([]);
    const { status } = await developer.request('GET', `/v1/organizations/${slug}/members`);
    expect(status).toBe(404);
    await theirs.goto(`/project/${project.ref}`);
    await expect(
      theirs.getByText('There is no project').or(theirs.getByText('not found')).first(),
    ).toBeVisible();
  });
  await context.close();
});
