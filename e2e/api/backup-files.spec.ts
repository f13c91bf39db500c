import { gunzipSync } from 'node:zlib';
import type { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import type { Basalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

interface File {
  id: string;
  state: string;
  error: string | null;
  bytes: number;
  fileUrl: string;
}

test.describe('a database as a file', () => {
  test.setTimeout(90_000);

  test('is written while the project runs, once for whoever asks twice, and opens for its people only', async ({
    api,
    basalt,
    playwright,
  }) => {
    const { ref } = await api.createProject('Ünïque  Quarry');
    await api.rows(
      ref,
      "create table stones (id int primary key, kind text); insert into stones values (1, 'basalt'), (2, E'tab\\there')",
    );
    const asked = await ask(api, ref, 0);
    expect(asked.status).toBe(200);
    expect((await ask(api, ref, 0)).body.id).toBe(asked.body.id);
    const file = await ready(api, ref, asked.body.id);
    expect(file.fileUrl).toBe(`/platform/database/${ref}/backups/files/${file.id}`);

    const answer = await open(basalt, file.fileUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const day = new Date().toISOString().slice(0, 10);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="unique-quarry-${day}.sql.gz"`,
    );
    const packed = Buffer.from(await answer.arrayBuffer());
    expect(packed.length).toBe(file.bytes);
    const sql = gunzipSync(packed).toString();
    expect(sql).toContain('1\tbasalt\n2\ttab\\there\n');
    expect(sql).toMatch(/CREATE TABLE public\.stones/);

    const rest = await open(basalt, file.fileUrl, { range: `bytes=${packed.length - 20}-` });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(packed.subarray(-20));

    const browser = await playwright.request.newContext({ baseURL: basalt.origin });
    expect((await browser.get(file.fileUrl)).status()).toBe(401);
    await browser.post('/platform/sign-in', { data: { email: OWNER.email, password: OWNER.password } });
    expect(await (await browser.get(file.fileUrl)).body()).toEqual(packed);
    await browser.dispose();
    const other = await api.createProject('Other');
    for (const path of [
      `/platform/database/${other.ref}/backups/files/${file.id}`,
      `/platform/database/${ref}/backups/files/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
      `/platform/database/${ref}/backups/files/..%2f..%2fsecret.key`,
    ])
      expect((await open(basalt, path)).status, path).toBe(404);
  });

  test('is written of a paused project, which stays paused', async ({ api, basalt }) => {
    const { ref } = await api.createProject('Sleeper');
    await api.rows(ref, "create table stones (kind text); insert into stones values ('gabbro')");
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
    const file = await ready(api, ref, (await ask(api, ref, 0)).body.id);
    expect(await content(basalt, file)).toContain('\ngabbro\n');
    expect((await api.request('GET', `/v1/projects/${ref}`)).body.status).toBe('INACTIVE');
    expect((await ask(api, ref, 0)).body.id).toBe(file.id);
    await api.request('POST', `/v1/projects/${ref}/restore`);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(await api.rows(ref, 'table stones')).toEqual([{ kind: 'gabbro' }]);
  });

  test('is written of a backup as it was then', async ({ api, basalt }) => {
    const { ref } = await api.createProject('Layers');
    await api.rows(ref, "create table stones (kind text); insert into stones values ('before')");
    const downloadable = async () =>
      (await api.request('GET', `/platform/database/${ref}/backups/downloadable-backups`)).body.backups;
    // What the project was made of is there from the beginning.
    const before = (await downloadable()).length;
    expect((await api.request('POST', `/platform/database/${ref}/backups`)).status).toBe(200);
    await expect.poll(async () => (await downloadable()).length, { timeout: 30_000 }).toBe(before + 1);
    const [backup] = await downloadable();
    await api.rows(ref, "insert into stones values ('after')");

    const file = await ready(api, ref, (await ask(api, ref, backup.id)).body.id);
    const sql = await content(basalt, file);
    expect(sql).toContain('\nbefore\n');
    expect(sql).not.toContain('\nafter\n');
    expect((await ask(api, ref, backup.id)).body.id).toBe(file.id);
    expect((await ask(api, ref, backup.id + 1_000_000)).status).toBe(404);
    const { body: files } = await api.request('GET', `/platform/database/${ref}/backups/files`);
    expect(files.map(({ id }: File) => id)).toEqual([file.id]);
  });
});

function ask(api: ApiClient, ref: string, id: number) {
  return api.request('POST', `/platform/database/${ref}/backups/download`, { id });
}

async function ready(api: ApiClient, ref: string, id: string): Promise<File> {
  const until = Date.now() + 40_000;
  for (;;) {
    const { body } = await api.request('GET', `/platform/database/${ref}/backups/files`);
    const file: File = body.find((each: File) => each.id === id);
    if (file.state === 'ready') return file;
    if (file.state === 'failed' || Date.now() > until)
      throw new Error(`The file is ${JSON.stringify(file)}.`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

function open(basalt: Basalt, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const authorization = `Bearer ${OWNER.accessToken}`;
  return fetch(`${basalt.origin}${path}`, { headers: { authorization, ...headers } });
}

async function content(basalt: Basalt, file: File): Promise<string> {
  return gunzipSync(Buffer.from(await (await open(basalt, file.fileUrl)).arrayBuffer())).toString();
}
