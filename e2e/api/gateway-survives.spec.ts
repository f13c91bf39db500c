import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../basalt/api-client.ts';
import { processesOfHome } from '../basalt/home-processes.ts';
import { OWNER } from '../basalt/owner.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

const SCHEMA = `
  create table public.stones (id int primary key, name text);
  create policy "everybody reads" on public.stones for select using (true);
  insert into public.stones values (1, 'basalt');
`;

test.describe('what dies is not missed', () => {
  test.setTimeout(120_000);

  test('a killed platform process fails no request, a killed gateway and a killed database come back by themselves', async () => {
    const basalt = await startBasalt();
    try {
      const api = new ApiClient(basalt.origin, OWNER.accessToken);
      const { ref } = await api.createProject('Survivor');
      await api.rows(ref, SCHEMA);
      const { url, anon } = await keysOf(api, basalt, ref);
      const client = clientOf(url, anon);
      await expect.poll(async () => (await client.from('stones').select()).status).toBe(200);

      const outcomes = await duringLoad(`${url}/rest/v1/stones?id=eq.1`, anon, async () => {
        await sleep(300);
        await kill(basalt.home, 'platform-process');
        await sleep(1_500);
      });
      expect(outcomes.length).toBeGreaterThan(100);
      expect(outcomes.filter((status) => status !== 200)).toEqual([]);

      await kill(basalt.home, 'gateway-process');
      await expect
        .poll(async () => (await ask(`${url}/rest/v1/stones`, anon)).status, { intervals: [10] })
        .toBe(200);

      // Waits until the platform process is back: it is what starts databases.
      await expect
        .poll(async () => (await fetch(`${basalt.origin}/health`).catch(() => null))?.status)
        .toBe(200);
      const statuses = new Set<number>();
      await killPostmaster(basalt.home, ref);
      await expect
        .poll(
          async () => {
            const { status } = await ask(`${url}/rest/v1/stones`, anon);
            statuses.add(status);
            return status;
          },
          { intervals: [5], timeout: 30_000 },
        )
        .toBe(200);
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    } finally {
      await disposeBasalt(basalt);
    }
  });
});

test('a paused project says so, and answers again once it is restored', async ({ api, basalt }) => {
  const { ref } = await api.createProject('Sleeper');
  await api.rows(ref, SCHEMA);
  const { url, anon } = await keysOf(api, basalt, ref);
  await expect.poll(async () => (await ask(`${url}/rest/v1/stones`, anon)).status).toBe(200);
  await api.request('POST', `/v1/projects/${ref}/pause`);
  await api.waitForStatus(ref, 'INACTIVE');
  const paused = await ask(`${url}/rest/v1/stones`, anon);
  expect(paused).toEqual({ status: 503, body: { message: expect.stringContaining('paused') } });
  await api.request('POST', `/v1/projects/${ref}/restore`);
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  await expect.poll(async () => (await ask(`${url}/rest/v1/stones`, anon)).status).toBe(200);
});

test('a key that is deleted is refused at once, and a new JWT secret ends the old keys', async ({
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Rotation');
  await api.rows(ref, SCHEMA);
  const keys = await keysOf(api, basalt, ref);
  const statusWith = async (key: string) => (await ask(`${keys.url}/rest/v1/stones`, key)).status;
  await expect.poll(() => statusWith(keys.anon)).toBe(200);

  const made = await api.request('POST', `/v1/projects/${ref}/api-keys?reveal=true`, {
    type: 'secret',
    name: 'for_a_while',
  });
  expect(made.status).toBe(201);
  await expect.poll(() => statusWith(made.body.api_key)).toBe(200);
  await api.request('DELETE', `/v1/projects/${ref}/api-keys/${made.body.id}`);
  await expect.poll(() => statusWith(made.body.api_key)).toBe(401);

  const started = await api.request('PATCH', `/platform/projects/${ref}/config/secrets`, {});
  expect(started.status).toBe(200);
  await expect
    .poll(async () => {
      const { body } = await api.request('GET', `/platform/projects/${ref}/config/secrets/update-status`);
      return body.update_status?.status;
    })
    .toBe('updated');
  const renewed = await keysOf(api, basalt, ref);
  expect(renewed.anon).not.toBe(keys.anon);
  await expect.poll(() => statusWith(keys.anon)).toBe(401);
  expect(await statusWith(renewed.anon)).toBe(200);
  expect(await statusWith(keys.publishable)).toBe(200);
});

async function ask(url: string, key: string): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await fetch(url, { headers: { apikey: key } });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0, body: null };
  }
}

/** Asks from eight sides without pause while something happens. Gives the status of every answer; 0 is no answer. */
async function duringLoad(url: string, key: string, happening: () => Promise<void>): Promise<number[]> {
  const statuses: number[] = [];
  let over = false;
  const askers = Array.from({ length: 8 }, async () => {
    while (!over) statuses.push((await ask(url, key)).status);
  });
  await happening();
  over = true;
  await Promise.all(askers);
  return statuses;
}

async function kill(home: string, module: string): Promise<void> {
  const found = (await processesOfHome(home)).filter(({ command }) => command.includes(module));
  expect(found).toHaveLength(1);
  for (const { pid } of found) process.kill(pid, 'SIGKILL');
}

async function killPostmaster(home: string, ref: string): Promise<void> {
  const found = (await processesOfHome(home)).filter(
    ({ command, isPostgres }) => isPostgres && command.includes(ref) && command.includes('-c'),
  );
  for (const { pid } of found) process.kill(pid, 'SIGKILL');
  expect(found.length).toBeGreaterThan(0);
}
