import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ApiClient } from '../basalt/api-client.ts';
import { makeBucketStore } from '../basalt/bucket-store.ts';
import { killProcesses, processesOfHome } from '../basalt/home-processes.ts';
import { OWNER } from '../basalt/owner.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { recoverableUntil } from '../basalt/project-backups.ts';
import {
  type Basalt,
  disposeBasalt,
  freshEnvironment,
  killWhenItSays,
  runToEnd,
  startBasalt,
} from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test.setTimeout(300_000);

test('an installation goes on at another machine when its own is lost, from its backups alone', async ({
  api: storeApi,
  basalt: storeBasalt,
}) => {
  const store = await makeBucketStore(storeApi, storeBasalt, 'Store of a whole installation');
  const environment: Record<string, string> = { ...store.environment, BASALT_BACKUPS_LOCAL_COPY: 'on' };
  const lost = await startBasalt({ environment });
  let restored: Basalt | null = null;
  try {
    const api = new ApiClient(lost.origin, OWNER.accessToken);
    const [{ ref }, { ref: paused }] = [await api.createProject('Quarry'), await api.createProject('Asleep')];
    const keys = await keysOf(api, lost, ref);
    const client = clientOf(keys.url, keys.secret);
    await client.storage.createBucket('stones');
    expect((await client.storage.from('stones').upload('a.txt', 'basalt')).error).toBeNull();
    const form = new FormData();
    form.append('file', new File(['Deno.serve(() => new Response(Deno.env.get("STONE")))'], 'index.ts'));
    form.append('metadata', JSON.stringify({ name: 'name', entrypoint_path: 'index.ts', verify_jwt: false }));
    const deployed = await api.send(`/v1/projects/${ref}/functions/deploy?slug=name`, {
      method: 'POST',
      body: form,
    });
    expect(deployed.status).toBe(201);
    await api.request('POST', `/v1/projects/${ref}/secrets`, [{ name: 'STONE', value: 'of the vault' }]);
    const person = { email: 'quarryman@example.com', password: 'a-long-password-1' };
    expect((await client.auth.admin.createUser({ ...person, email_confirm: true })).error).toBeNull();
    await api.rows(paused, "create table dreams as select 'of stones' as what");
    await api.request('POST', `/v1/projects/${paused}/pause`);
    await api.waitForStatus(paused, 'INACTIVE');
    await api.rows(ref, "create table stones as select 1 as id, 'first' as name");
    await api.rows(ref, "grant select on stones to service_role; insert into stones values (2, 'last')");
    await recoverableUntil(api, ref, new Date());
    // The platform's own changes take as long as a project's, and nobody can ask up to when they are safe.
    await new Promise((done) => setTimeout(done, 4_000));

    killProcesses(await processesOfHome(lost.home));
    await rm(lost.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

    const fresh = await freshEnvironment();
    const refused = await runToEnd({ ...fresh, ...environment });
    expect(refused.code).not.toBe(0);
    expect(refused.output).toMatch(/BASALT_BACKUPS_S3_BUCKET holds the backups of another installation/);
    await rm(fresh.BASALT_HOME, { recursive: true });

    const { BASALT_BACKUPS_S3_BUCKET: _, BASALT_BACKUPS_S3_PREFIX: __, ...others } = environment;
    const there = { ...(await freshEnvironment()), ...others, BASALT_BOOTSTRAP_PASSWORD: '' };
    const options = ['--restore-from', 's3://backups/of/us'];
    const nowhere = await runToEnd(there, ['--restore-from', 's3://backups/of/others']);
    expect(nowhere.output).toMatch(/What --restore-from names holds no installation/);
    await killWhenItSays(/Restoring project 2 of 2/, there, options);
    const half = await runToEnd({ ...there, ...environment });
    expect(half.output).toMatch(/is being restored, and that is not done/);
    restored = await startBasalt({ environment: there, options });
    expect(restored.output()).toMatch(/Restored 2 projects in \d+ s/);

    const again = new ApiClient(restored.origin, OWNER.accessToken);
    await again.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(await keysOf(again, restored, ref)).toEqual({ ...keys, url: `${restored.gatewayOrigin}/${ref}` });
    const url = `${restored.gatewayOrigin}/${ref}`;
    const service = clientOf(url, keys.secret);
    expect((await service.from('stones').select('name').order('id')).data).toEqual([
      { name: 'first' },
      { name: 'last' },
    ]);
    expect(await (await service.storage.from('stones').download('a.txt')).data?.text()).toBe('basalt');
    expect((await clientOf(url, keys.anon).auth.signInWithPassword(person)).error).toBeNull();
    expect((await service.functions.invoke('name')).data).toBe('of the vault');
    expect((await again.request('GET', `/v1/projects/${paused}`)).body.status).toBe('INACTIVE');
    await again.request('POST', `/v1/projects/${paused}/restore`);
    await again.waitForStatus(paused, 'ACTIVE_HEALTHY');
    expect(await again.rows(paused, 'select * from dreams')).toEqual([{ what: 'of stones' }]);

    // It goes on being backed up, and is there already when it is started once more with the same words.
    await again.rows(ref, "insert into stones values (3, 'new')");
    await recoverableUntil(again, ref, new Date());
    await restored.stop();
    const settings = { ...restored.environment };
    restored = await startBasalt({ environment: settings, options });
    expect(restored.output()).not.toContain('Restoring');
    expect((await service.from('stones').select('name').eq('id', 3)).data).toEqual([{ name: 'new' }]);

    // Whoever watches over it with the files that come along is told how far the backups are.
    const origin = restored.origin;
    const metrics = async () => (await fetch(`${origin}/metrics`)).text();
    const age = async () => Number(/^basalt_platform_archive_age_seconds (\S+)$/m.exec(await metrics())?.[1]);
    await expect.poll(age, { timeout: 30_000 }).toBeLessThan(120);
    const known = await metrics();
    const deploy = path.join(import.meta.dirname, '../../deploy/monitoring');
    for (const file of ['prometheus-rules.yml', 'grafana-dashboard.json'])
      for (const [, name] of (await readFile(path.join(deploy, file), 'utf8')).matchAll(
        /\b(basalt_[a-z_]+?)(?:_bucket|_count)?\b(?=[^a-z_])/g,
      ))
        expect(known, file).toContain(`# TYPE ${name} `);
  } finally {
    await disposeBasalt(lost);
    if (restored !== null) await disposeBasalt(restored);
  }
});
