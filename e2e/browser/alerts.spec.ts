import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import { accessibilityFaults, beyondTheEdge } from '../basalt/page-checks.ts';
import { disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(120_000);

test('a rule is made that tells by mail, tested, paused, changed and deleted', async ({ browser }) => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, _session, done) =>
      void text(stream).then((mail) => {
        mails.push(mail);
        done();
      }),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const basalt = await startBasalt({
    environment: {
      // Its certificate is one of its own.
      BASALT_SMTP_URL: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      BASALT_MAIL_FROM: 'basalt@example.com',
    },
  });
  const page = await browser.newPage({ baseURL: basalt.origin });
  try {
    const { email, password, accessToken } = OWNER;
    await page.request.post('/platform/sign-in', { data: { email, password } });
    const { ref } = await new ApiClient(basalt.origin, accessToken).createProject('Watched');
    await page.goto(`/project/${ref}/alerts`);
    await page.getByRole('button', { name: 'Create a rule' }).click();
    const panel = page.getByRole('dialog').first();
    await expect(panel.getByLabel('E-mail addresses')).toHaveValue(email);
    await panel.getByRole('button', { name: 'Create rule' }).click();
    await expect(panel).toContainText('Enter a name.');
    await panel.getByRole('textbox', { name: 'Name' }).fill('Busy');
    await panel.getByLabel('E-mail addresses').fill('stranger@example.com');
    await panel.getByRole('button', { name: 'Create rule' }).click();
    await expect(panel).toContainText(
      'No member with the address stranger@example.com can open this project.',
    );
    await panel.getByLabel('E-mail addresses').fill(email);
    expect(await accessibilityFaults(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Create rule' }).click();
    await expect(panel).toContainText('CPU above 80 % for 5 minutes');

    await panel.getByRole('button', { name: 'Send a test' }).click();
    await expect(panel).toContainText(`The test has been sent to ${email}.`);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`To: ${email}`);
    expect(mails[0]).toContain('Subject: Test: Busy (Watched)');
    expect(mails[0]?.replaceAll('=\r\n', '')).toContain(`/project/${ref}/alerts`);

    await panel.getByRole('button', { name: 'Pause rule' }).click();
    await expect(panel.getByRole('button', { name: 'Resume rule' })).toBeVisible();
    await panel.getByRole('button', { name: 'Edit rule' }).click();
    await panel.getByRole('radio', { name: 'A server, by webhook' }).check();
    await panel.getByLabel('Address of the server').fill('http://127.0.0.1:1/secret');
    await panel.getByRole('button', { name: 'Save rule' }).click();
    await expect(panel).toContainText('Copy the signing secret now');
    await panel.getByRole('button', { name: 'I have copied it' }).click();
    await expect(panel.getByRole('button', { name: 'Renew secret…' })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await beyondTheEdge(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Delete rule…' }).click();
    await page.getByRole('button', { name: 'Delete rule', exact: true }).click();
    await expect(page.getByText('No rules')).toBeVisible();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('History');
    await expect(page.getByText('Nothing has fired')).toBeVisible();
  } finally {
    await page.close();
    await disposeBasalt(basalt);
    await new Promise<void>((done) => server.close(done));
  }
});
