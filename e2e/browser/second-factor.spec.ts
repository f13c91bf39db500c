import { createHmac } from 'node:crypto';
import { addColleague, openAs } from '../basalt/add-colleague.ts';
import { expect, test } from '../basalt/test.ts';

/** What an authenticator app shows for a key, so many steps from now (RFC 6238). */
function codeOf(key: string, steps = 0): string {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', bytes).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

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
    await page.getByRole('button', { name: 'Set up…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
    key = ((await dialog.getByRole('group', { name: 'key' }).textContent()) ?? '').replace(/[^A-Z2-7]/g, '');
    await dialog.getByLabel('Authentication code').fill('12345');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await expect(dialog.getByText('This code is not right')).toBeVisible();
    await dialog.getByLabel('Authentication code').fill(codeOf(key));
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
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
