import type { Page } from '@playwright/test';
import { addColleague, apiAs, openAs } from '../basalt/add-colleague.ts';
import { codeOf } from '../basalt/authenticator-app.ts';
import { expect, test } from '../basalt/test.ts';

/** Sets the app up on the page of the account. Answers its key. */
async function setUp(page: Page, password: string): Promise<string> {
  await page.getByRole('button', { name: 'Set up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  const shown = (await dialog.getByRole('group', { name: 'key' }).textContent()) ?? '';
  const key = shown.replace(/[^A-Z2-7]/g, '');
  await dialog.getByLabel('Authentication code').fill('12345');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByText('This code is not right')).toBeVisible();
  await dialog.getByLabel('Authentication code').fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  return key;
}

test('an authenticator app is set up, asked for at sign-in, and switched off with a recovery code', async ({
  browser,
  basalt,
}) => {
  const person = await addColleague(basalt, 'Developer');
  const page = await openAs(browser, basalt, person);
  let key = '';
  let recovery = '';

  await test.step('it is set up with the password and the first code', async () => {
    await page.goto('/account');
    key = await setUp(page, person.password);
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    recovery = (await codes.first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('with 10 recovery codes left')).toBeVisible();
  });

  await test.step('signing in takes its code', async () => {
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const code = page.getByLabel('Authentication code');
    await expect(code).toBeFocused();
    await code.fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('This code is wrong')).toBeVisible();
    await code.fill(codeOf(key, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  });

  await test.step('a recovery code stands in for it', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Switch off…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch off two-factor sign-in' });
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByLabel('Authentication code').fill(recovery);
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByText('It is off')).toBeVisible();
  });
  await page.context().close();
});

test('an organization requires a second factor: who has none is led to it, and their tokens are refused', async ({
  browser,
  basalt,
}) => {
  const [owner, member] = [await addColleague(basalt, null), await addColleague(basalt, null)];
  const [ownersApi, membersApi] = [await apiAs(basalt, owner), await apiAs(basalt, member)];
  const name = `Vault ${Date.now()}`;
  const made = await ownersApi.request('POST', '/v1/organizations', { name });
  const { slug } = made.body;
  const invited = await ownersApi.request('POST', `/platform/organizations/${slug}/invitations`, {
    email: member.email,
    role: 'Developer',
  });
  const token = new URL(invited.body.link).hash.replace('#token=', '');
  expect((await membersApi.request('POST', '/platform/invitations/accept', { token })).status).toBe(200);
  const page = await openAs(browser, basalt, owner);

  await test.step('an owner without one of their own sets it up first', async () => {
    await page.goto(`/org/${slug}/security`);
    await expect(page.getByRole('switch', { name: 'Require two-factor sign-in' })).toBeDisabled();
    await page.getByRole('link', { name: 'Set it up' }).click();
    await setUp(page, owner.password);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.goto(`/org/${slug}/security`);
    await page.getByRole('switch', { name: 'Require two-factor sign-in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Require two-factor sign-in' });
    await expect(dialog).toContainText('One member has no second factor');
    await dialog.getByRole('button', { name: 'Require it' }).click();
    await expect(page.getByText('One member has none and no access.')).toBeVisible();
    await page.goto(`/org/${slug}/team`);
    const row = page.getByRole('row').filter({ hasText: member.email });
    await expect(row.getByRole('cell', { name: 'Off', exact: true })).toBeVisible();
  });

  await test.step('the member is told why and what to do, and is in again once it is set up', async () => {
    const refused = await membersApi.request('GET', `/v1/organizations/${slug}/members`);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('requires two-factor sign-in');
    const theirs = await openAs(browser, basalt, member);
    await theirs.goto(`/org/${slug}/team`);
    await expect(theirs.getByRole('heading', { name: `${name} requires two-factor sign-in` })).toBeVisible();
    await theirs.getByRole('link', { name: 'Set up two-factor sign-in' }).click();
    await setUp(theirs, member.password);
    await theirs.getByRole('button', { name: 'I have kept them' }).click();
    await theirs.goto(`/org/${slug}/team`);
    await expect(theirs.getByRole('row').filter({ hasText: owner.email })).toBeVisible();
    expect((await membersApi.request('GET', `/v1/organizations/${slug}/members`)).status).toBe(200);
    await theirs.context().close();
  });
  await page.context().close();
});
