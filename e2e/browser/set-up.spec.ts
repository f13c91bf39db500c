import { test as base, expect } from '@playwright/test';
import { type Basalt, disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';

/** A server nobody has set up: without the account that the other tests start with. */
const test = base.extend<object, { newBasalt: Basalt }>({
  newBasalt: [
    async ({ browserName: _ }, use) => {
      const environment = {
        BASALT_BOOTSTRAP_EMAIL: '',
        BASALT_BOOTSTRAP_PASSWORD: '',
        BASALT_BOOTSTRAP_ACCESS_TOKEN: '',
      };
      const basalt = await startBasalt({ environment });
      await use(basalt);
      await disposeBasalt(basalt);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ newBasalt }, use) => use(newBasalt.origin),
});

test('whoever reads the terminal becomes the owner, and nobody else', async ({ page, newBasalt }) => {
  await expect.poll(() => newBasalt.output()).toMatch(/Set-up code: \S+/);
  const code = /Set-up code: (\S+)/.exec(newBasalt.output())?.[1] ?? '';
  await page.goto('/');
  await expect(page).toHaveURL(/\/set-up$/);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Set up Basalt" [level=1]
      - textbox "One-time code"
      - textbox "E-mail address"
      - textbox "Password"
      - button "Generate"
      - textbox "Organization name"
      - button "Create account"
  `);

  await page.getByLabel('One-time code').fill('WRNG-CODE');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByLabel('Organization name').fill('Lovelace & Co');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('One-time code')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/set-up$/);

  await page.getByLabel('One-time code').fill(code);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'New project', level: 1 })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Organization' })).toContainText('Lovelace & Co');

  // The code worked once.
  await page.context().clearCookies();
  await page.goto('/set-up');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
