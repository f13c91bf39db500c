import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { keysOf } from '../basalt/project-api.ts';
import { expect } from '../basalt/test.ts';

/** A server whose webhooks may reach this machine. */
const test = testOnOwnServer(async () => ({ BASALT_OUTGOING_ALLOW: '127.0.0.1' }));

test.setTimeout(120_000);

test('a webhook is made, tells of rows, is tested, sent again, changed and deleted', async ({
  page,
  api,
  basalt,
}) => {
  const received: { body: string; key: string | undefined }[] = [];
  let status = 200;
  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ body, key: request.headers['x-key']?.toString() });
    response.writeHead(status).end('thank you');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const { ref } = await api.createProject('Telegraph');
  await api.rows(ref, 'create table public.letters (id int primary key, words text)');
  const form = new FormData();
  form.append('file', new File(["Deno.serve(() => new Response('greetings from it'))"], 'index.ts'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts' }));
  const deploy = `/v1/projects/${ref}/functions/deploy?slug=greet`;
  expect((await api.send(deploy, { method: 'POST', body: form })).status).toBe(201);
  await page.goto(`/project/${ref}/database/tables`);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Database webhooks' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a webhook' }).click();
  const panel = page.getByRole('dialog').first();

  // What is missing is said at its field.
  await panel.getByRole('button', { name: 'Review SQL' }).click();
  await expect(panel).toContainText('Enter a name.');
  await expect(panel).toContainText('Choose a table.');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('tell them');
  await panel.getByRole('combobox', { name: 'Table' }).fill('public.letters');
  await panel.getByRole('textbox', { name: 'URL', exact: true }).fill(url);
  await panel.getByRole('button', { name: 'Add header' }).click();
  await panel.getByRole('textbox', { name: 'Name of header 1' }).fill('x-key');
  await panel.getByRole('textbox', { name: 'Value of header 1' }).fill("it's secret");
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Review SQL' }).click();
  await expect(panel).toContainText('create trigger "tell them" after insert on public.letters');
  await panel.getByRole('button', { name: 'Create webhook' }).click();

  // A row that is inserted is sent.
  await expect(panel).toContainText('Nothing was sent in the last six hours.');
  await expect(panel).not.toContainText('secret');
  await panel.getByRole('button', { name: 'Show values' }).click();
  await expect(panel).toContainText("it's secret");
  await api.rows(ref, `insert into public.letters values (1, 'Dear Ada')`);
  const last = panel.getByRole('region', { name: 'Last requests' });
  await expect(last).toContainText('200', { timeout: 15_000 });
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    type: 'INSERT',
    record: { id: 1, words: 'Dear Ada' },
  });
  expect(received[0]?.key).toBe("it's secret");

  // A test is sent, fails, and is sent again.
  status = 404;
  await panel.getByRole('button', { name: 'Send a test' }).click();
  await expect(last).toContainText('404', { timeout: 15_000 });
  await last.getByRole('link', { name: 'Request 2' }).click();
  const request = page.getByRole('dialog', { name: 'Request 2' });
  await expect(request.getByRole('region', { name: 'Answer', exact: true })).toContainText('thank you');
  await expect(request.getByRole('region', { name: 'Request', exact: true })).toContainText('Dear Ada');
  await expect(page.getByText('Queued a test with a row of the table')).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  status = 202;
  await request.getByRole('button', { name: 'Send again' }).click();
  const third = page.getByRole('dialog', { name: 'Request 3' });
  await expect(third).toContainText('202', { timeout: 15_000 });
  expect(received).toHaveLength(3);
  await third.getByRole('button', { name: 'Close' }).click();

  // The history of one webhook has an address.
  await panel.getByRole('button', { name: 'Whole history' }).click();
  const history = page.getByRole('table', { name: 'History of webhooks' });
  await expect(history.getByRole('row')).toHaveCount(4);
  await page.goto(page.url());
  await expect(history).toContainText('404');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await beyondTheEdge(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Switched off it sends nothing; it is changed and deleted.
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Webhooks');
  const row = page.getByRole('row').filter({ hasText: 'tell them' });
  await row.getByRole('switch').uncheck();
  await expect(row.getByRole('switch')).not.toBeChecked();
  await page.getByRole('link', { name: 'tell them' }).click();
  await panel.getByRole('button', { name: 'Edit webhook' }).click();
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('tell all');

  // A function of the project fills address and key.
  await panel.getByRole('combobox', { name: 'Edge function' }).selectOption('greet');
  const { publishable, secret } = await keysOf(api, basalt, ref);
  const address = panel.getByRole('textbox', { name: 'URL', exact: true });
  await expect(address).toHaveValue(`${basalt.gatewayOrigin}/${ref}/functions/v1/greet`);
  await panel.getByRole('button', { name: 'Show values' }).click();
  const key = panel.getByRole('textbox', { name: 'Value of header 2' });
  await expect(key).toHaveValue(publishable);
  await panel.getByRole('combobox', { name: 'Key to call it with' }).selectOption('secret');
  await expect(panel).toContainText('can read this key in the definition of the trigger');
  await panel.getByRole('button', { name: 'Show values' }).click();
  await expect(key).toHaveValue(secret);
  await panel.getByRole('combobox', { name: 'Key to call it with' }).selectOption('publishable');
  await expect(panel).not.toContainText('can read this key');
  await panel.getByRole('switch', { name: 'Active' }).check();
  await panel.getByRole('button', { name: 'Review SQL' }).click();
  await expect(panel).toContainText('drop trigger "tell them" on public.letters');
  await panel.getByRole('button', { name: 'Save webhook' }).click();
  await expect(panel.getByRole('heading', { name: 'tell all' })).toBeVisible();
  await panel.getByRole('button', { name: 'Send a test' }).click();
  await last.getByRole('link', { name: 'Request 4' }).click({ timeout: 15_000 });
  const fourth = page.getByRole('dialog', { name: 'Request 4' });
  await expect(fourth).toContainText('greetings from it', { timeout: 15_000 });
  await fourth.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Saved webhook tell all')).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Delete webhook…' }).click();
  await page
    .getByRole('dialog', { name: 'Delete webhook tell all?' })
    .getByRole('button', { name: 'Delete webhook' })
    .click();
  await expect(page.getByRole('button', { name: 'Create a webhook' })).toBeVisible();
  receiver.closeAllConnections();
  receiver.close();
});
