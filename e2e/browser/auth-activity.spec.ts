import { accessibilityFaults } from '../basalt/page-checks.ts';
import { clientOf, keysOf, setAuth } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test('sign-ups and sign-ins are counted, by time and by method', async ({ page, api, basalt }) => {
  const { ref } = await api.createProject('Masons');
  await setAuth(api, ref, { mailer_autoconfirm: true });
  const { url, anon } = await keysOf(api, basalt, ref);
  const { auth } = clientOf(url, anon);
  const person = { email: 'ann@example.com', password: 'columns of stone' };
  await auth.signUp(person);
  await auth.signInWithPassword(person);
  await auth.refreshSession();
  await page.goto(`/project/${ref}/auth/activity`);
  const totals = page.getByRole('definition');
  await expect(totals).toHaveText(['1', '1']);
  await expect(page.getByRole('heading', { name: 'Sign-ins over time' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sign-ins by method' }).getByRole('row')).toHaveText([
    'MethodSign-ins',
    'email1',
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Time').selectOption('Last 30 days, by day');
  await expect(page).toHaveURL(/interval=30day/);
  await page.reload();
  await expect(totals).toHaveText(['1', '1']);
});
