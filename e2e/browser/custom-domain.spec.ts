import { once } from 'node:events';
import { request } from 'node:https';
import type { Page } from '@playwright/test';
import { openNameServer } from '../basalt/name-server.ts';
import { accessibilityFaults } from '../basalt/page-checks.ts';
import { keysOf } from '../basalt/project-api.ts';
import { rawRequest } from '../basalt/raw-http.ts';
import { expect, test } from '../basalt/test.ts';

const NAME = 'api.acme.com';

test('a host name is shown to be ours, activated, reaches the project through the gateway, and is removed', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Hosted');
  const { anon } = await keysOf(api, basalt, ref);
  const tlsPort = Number(basalt.environment.BASALT_TLS_PORT);
  const names = await openNameServer(basalt.environment.BASALT_DNS_SERVERS);
  const ask = async (host: string, key = anon) => {
    const headers = { host, apikey: key };
    return rawRequest(basalt.gatewayOrigin, { method: 'GET', target: '/auth/v1/settings', headers });
  };
  try {
    await page.goto(`/project/${ref}/settings/general`);
    await page.getByRole('link', { name: 'Change custom domain' }).click();
    const panel = page.getByRole('dialog', { name: 'Custom domain' });
    const form = panel.getByRole('form', { name: 'Custom hostname' });
    await form.getByLabel('Host name').fill('basalt.internal');
    await form.getByRole('button', { name: 'Add host name' }).click();
    await expect(form.getByText(/^Must be a host name of the public internet/)).toBeVisible();
    await form.getByLabel('Host name').fill(NAME);
    await form.getByRole('button', { name: 'Add host name' }).click();

    const at = await textOf(page, 'name of the TXT record');
    const proof = await textOf(page, 'value of the TXT record');
    expect(await textOf(page, 'name of the A record')).toBe(NAME);
    expect(await textOf(page, 'value of the A record')).toBe('127.0.0.1');
    await panel.getByRole('button', { name: 'Check records' }).click();
    await expect(panel.getByText(/^No TXT record was found at/)).toBeVisible();
    expect((await ask(NAME)).status).toBe(404);
    await expect(panel.getByRole('button', { name: 'Activate host name' })).toBeDisabled();

    names.texts[at] = proof;
    await panel.getByRole('button', { name: 'Check records' }).click();
    await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
    expect((await ask(NAME)).status).toBe(404);
    expect(await accessibilityFaults(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Activate host name' }).click();
    await expect(panel.getByText('Active', { exact: true })).toBeVisible();

    // Whatever port and case, the project answers, and asks for a key of its own.
    for (const host of [NAME, `${NAME}:443`, NAME.toUpperCase()])
      expect(await ask(host)).toMatchObject({ status: 200, body: expect.stringContaining('"external"') });
    expect((await ask(NAME, 'sb_publishable_of_somebody_else')).status).toBe(401);
    expect((await ask('other.acme.com')).status).toBe(404);
    const { body } = await rawRequest(basalt.gatewayOrigin, {
      method: 'GET',
      target: '/auth/v1/.well-known/openid-configuration',
      headers: { host: NAME },
    });
    expect(JSON.parse(body)).toMatchObject({ issuer: `https://${NAME}:${tlsPort}/auth/v1` });
    expect(await askOverTls(tlsPort, anon)).toBe(200);

    await panel.getByRole('button', { name: 'Remove host name…' }).click();
    await page.getByRole('button', { name: 'Remove host name', exact: true }).click();
    await expect(panel.getByRole('form', { name: 'Vanity subdomain' })).toBeVisible();
    expect((await ask(NAME)).status).toBe(404);
  } finally {
    names.close();
  }
});

test('a vanity subdomain is checked, used, seen among the add-ons, and removed', async ({
  page,
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Vain');
  const other = await api.createProject('Vainer');
  await api.request('POST', `/v1/projects/${other.ref}/vanity-subdomain/activate`, {
    vanity_subdomain: 'vain-taken',
  });
  await page.goto(`/project/${ref}/settings/addons?panel=customDomain`);
  const form = page.getByRole('form', { name: 'Vanity subdomain' });
  const check = async (name: string) => {
    await form.getByLabel('Name').fill(name);
    await form.getByRole('button', { name: 'Check availability' }).click();
  };
  await check('vain-taken');
  await expect(form.getByText('Another project is called vain-taken.')).toBeVisible();
  await check('api');
  await expect(form.getByText('This name is reserved. Choose another one.')).toBeVisible();
  await check('vain-mason');
  await expect(form.getByText('vain-mason is free.')).toBeVisible();
  await form.getByRole('button', { name: 'Use subdomain' }).click();
  const address = `${basalt.gatewayOrigin}/vain-mason`;
  await expect(form.getByRole('group', { name: 'address of the project' })).toHaveText(address);
  expect((await fetch(`${address}/auth/v1/health`)).status).toBe(200);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Custom domain' })).toContainText(new URL(address).host);

  await page.getByRole('button', { name: 'Change custom domain' }).click();
  await form.getByRole('button', { name: 'Remove subdomain…' }).click();
  await page.getByRole('button', { name: 'Remove subdomain', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Custom hostname' })).toBeVisible();
  expect((await fetch(`${address}/auth/v1/health`)).status).toBe(404);
});

/** As a client does that was told where the name leads, and trusts the certificate. */
async function askOverTls(port: number, apikey: string): Promise<number> {
  const asked = request({
    host: '127.0.0.1',
    port,
    servername: NAME,
    rejectUnauthorized: false,
    path: '/auth/v1/settings',
    headers: { host: `${NAME}:${port}`, apikey },
  });
  const [answer] = await once(asked.end(), 'response');
  answer.resume();
  return answer.statusCode;
}

const textOf = async (page: Page, label: string) =>
  (await page.getByRole('group', { name: label }).textContent()) ?? '';
