import { OWNER } from '../basalt/owner.ts';
import { expect, test } from '../basalt/test.ts';

test('signing in leads to the page that was asked for, signing out closes it', async ({
  strangerPage: page,
  project,
}) => {
  await page.goto(`/project/${project.ref}/settings/general`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Sign in" [level=1]
      - textbox "E-mail address"
      - textbox "Password"
      - button "Sign in"
  `);
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`/project/${project.ref}/settings/general$`));
  await expect(page.getByRole('heading', { name: 'General settings' })).toBeVisible();
  await expect(page).toHaveTitle(/Quarry \| .* \| Basalt$/);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/projects');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('a wrong password says so and keeps the address', async ({ strangerPage: page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText(/password/i);
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByLabel('E-mail address')).toHaveValue(OWNER.email);
});

test('a link of somebody else cannot lead away from Basalt after signing in', async ({
  strangerPage: page,
}) => {
  await page.goto('/sign-in?next=%2F%2Fevil.example%2Fprojects');
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
});
