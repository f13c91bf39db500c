import type { Page } from '@playwright/test';
import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { expect, test } from '../basalt/test.ts';
import { plugIn } from '../basalt/virtual-authenticator.ts';

async function signOut(page: Page): Promise<void> {
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

test('a passkey is made, named, signs in alone and beside the password, and is deleted', async ({
  browser,
  basalt,
}) => {
  const person = await addColleague(basalt, 'Developer');
  const elsewhere = await openAs(browser, basalt, person);
  await elsewhere.goto('/account');
  const { port } = new URL(basalt.origin);
  await expect(
    elsewhere.getByText(`Browsers make them at http://localhost:${port} only. Open this page there.`),
  ).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Add a passkey…' })).toBeDisabled();

  const page = await openAs(browser, { ...basalt, origin: `http://localhost:${port}` }, person);
  await plugIn(await page.context().newCDPSession(page), 'internal');
  const passkeys = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');

  await test.step('it is made with the password, comes with recovery codes, and signs out the others', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Add a passkey…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('It is on with your passkeys, with 10 recovery codes left.')).toBeVisible();
    await elsewhere.goto('/projects');
    await expect(elsewhere.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await elsewhere.context().close();
  });

  await test.step('it gets a name', async () => {
    await passkeys.getByRole('button', { name: 'Actions for Passkey' }).click();
    await page.getByRole('button', { name: 'Rename…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(passkeys).toContainText('Laptop');
  });

  await test.step('it signs in without the password', async () => {
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  });

  await test.step('the password takes it as the second factor', async () => {
    await signOut(page);
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  });

  await test.step('it is deleted with the password and itself', async () => {
    await page.goto('/account');
    await expect(passkeys).toContainText('last used');
    await passkeys.getByRole('button', { name: 'Actions for Laptop' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete passkey' });
    await expect(dialog).toContainText('two-factor sign-in is off');
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('There is none yet.')).toBeVisible();
    await expect(page.getByText('It is off')).toBeVisible();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('This passkey was not accepted.')).toBeVisible();
  });
  await page.context().close();
});
