import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { expect, test } from '../basalt/test.ts';

test('a setting is found by what it is called or does, and led to', async ({ page, project: { ref } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/project/${ref}/settings/general`);
  const search = page.getByRole('searchbox', { name: 'Find a setting' });
  const finds = page.getByRole('list', { name: 'Settings found' });

  for (const [text, path, role, name] of [
    ['leaked', 'auth/settings', 'switch', 'Refuse leaked passwords'],
    ['pool size', 'settings/database', 'textbox', 'Pool size'],
    ['ipv4 blocks', 'settings/database', 'switch', 'Restrict access to these addresses'],
    ['largest file', 'settings/storage', 'textbox', 'Largest file'],
    ['broadcasts of a client', 'realtime/settings', 'textbox', 'Broadcasts of a client in a second'],
    ['max rows', 'settings/api', 'textbox', 'Max rows'],
    ['rename', 'settings/general', 'textbox', 'Project name'],
  ] as const)
    await test.step(text, async () => {
      // Pages without this menu are left first.
      if (!(await search.isVisible())) await page.goto(`/project/${ref}/settings/general`);
      await search.fill(text);
      await expect(finds.getByRole('link').first()).toBeVisible();
      await search.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/${path}#`));
      // What is not asked for at the moment, such as addresses, gives way to its section.
      if (text !== 'ipv4 blocks') await expect(page.getByRole(role, { name })).toBeFocused();
      await expect(page.getByRole(role, { name })).toBeInViewport();
    });

  await test.step('the command menu leads there, too, and opens what is folded', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    const menu = page.getByRole('dialog', { name: 'Command menu' });
    await menu.getByRole('combobox').fill('discord');
    await expect(menu.getByRole('option').first()).toHaveText(/^Discord/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('switch', { name: 'Sign in with Discord' })).toBeInViewport();
  });

  await test.step('the sections of the page stand beside it, the one that is read marked', async () => {
    const index = page.getByRole('navigation', { name: 'On this page' });
    await index.getByRole('link', { name: 'Captcha' }).click();
    await expect(page).toHaveURL(/#captcha$/);
    await expect(page.getByRole('region', { name: 'Captcha' })).toBeInViewport();
    await expect(index.getByRole('link', { name: 'Captcha' })).toHaveAttribute('aria-current', 'location');
    await search.fill('nothing is called that');
    await expect(page.getByText('No setting is called that.')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await search.fill('sessions');
    expect(await beyondTheEdge(page)).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

test('settings of an organization are found beside its pages and from its projects', async ({
  api,
  page,
  project: { ref },
}) => {
  const slug = await api.organization();
  await page.goto(`/org/${slug}/team`);
  const search = page.getByRole('searchbox', { name: 'Find a setting' });
  await search.fill('hipaa');
  await expect(page.getByRole('list', { name: 'Settings found' }).getByRole('link')).toHaveCount(1);
  await search.press('Enter');
  await expect(page).toHaveURL(`/org/${slug}/general#ai-assistant/hipaa-addon`);
  await expect(page.getByRole('switch', { name: 'HIPAA addon' })).toBeFocused();
  await page.goto(`/project/${ref}`);
  await page.getByRole('button', { name: 'Open command menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  await menu.getByRole('combobox').fill('require two-factor');
  await expect(menu.getByRole('option').first()).toHaveText(
    /^Require two-factor sign-in.*Organization, Security/,
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('switch', { name: 'Require two-factor sign-in' })).toBeInViewport();
});
