import { findFreePorts } from '../basalt/free-ports.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { clientOf, keysOf, setAuth } from '../basalt/project-api.ts';
import { startGateway } from '../basalt/start-gateway.ts';
import { expect } from '../basalt/test.ts';

const test = testOnOwnServer(async () => ({
  BASALT_DOOR_PORT: String((await findFreePorts()).gateway),
}));

const SCHEMA = `
  create table public.stones (id int primary key, name text);
  create policy "everybody reads" on public.stones for select using (true);
  insert into public.stones values (1, 'basalt');
  alter publication supabase_realtime add table public.stones;
`;

test.describe('a gateway on another machine', () => {
  test.setTimeout(120_000);

  test('serves the public client in all that a project has, and learns at once what is changed', async ({
    api,
    basalt,
  }) => {
    const { ref } = await api.createProject('Far away');
    await api.rows(ref, SCHEMA);
    await setAuth(api, ref, { mailer_autoconfirm: true });
    const near = await keysOf(api, basalt, ref);
    const gateway = await startGateway(basalt);
    try {
      const url = `${gateway.origin}/${ref}`;
      const client = clientOf(url, near.anon);
      expect((await client.from('stones').select()).data).toEqual([{ id: 1, name: 'basalt' }]);

      // Rows, people, sockets: by its own connections to the database of the other machine.
      const person = { email: 'ada@example.com', password: 'columns of stone' };
      expect((await client.auth.signUp(person)).error).toBeNull();
      const { data: graph } = await ask(`${url}/graphql/v1`, near.anon, {
        query: '{ stonesCollection { edges { node { name } } } }',
      });
      expect(graph).toMatchObject({ data: { stonesCollection: { edges: [{ node: { name: 'basalt' } }] } } });
      const service = clientOf(url, near.serviceRole);
      const heard: unknown[] = [];
      const channel = clientOf(near.url, near.anon).channel('both');
      channel.on('broadcast', { event: 'hello' }, ({ payload }) => heard.push(payload));
      await new Promise<void>((done) => channel.subscribe((status) => status === 'SUBSCRIBED' && done()));
      const sender = client.channel('both');
      await new Promise<void>((done) => sender.subscribe((status) => status === 'SUBSCRIBED' && done()));
      await sender.send({ type: 'broadcast', event: 'hello', payload: { from: 'afar' } });
      await expect.poll(() => heard).toEqual([{ from: 'afar' }]);
      await Promise.all([sender.unsubscribe(), channel.unsubscribe()]);

      // Files and functions: the machine that keeps them answers.
      expect((await service.storage.createBucket('rocks')).error).toBeNull();
      const content = new Uint8Array(3_000_000).fill(7);
      expect((await service.storage.from('rocks').upload('a.bin', content)).error).toBeNull();
      const { data: file } = await service.storage.from('rocks').download('a.bin');
      expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer()).equals(content)).toBe(true);
      expect(await ask(`${url}/functions/v1/none`, near.anon)).toMatchObject({
        status: 404,
        data: { code: 'NOT_FOUND' },
      });

      // What is changed here counts there within a second.
      const made = await api.request('POST', `/v1/projects/${ref}/api-keys?reveal=true`, {
        type: 'secret',
        name: 'for_a_while',
      });
      const statusOf = async () => (await ask(`${url}/rest/v1/stones`, made.body.api_key)).status;
      await expect.poll(statusOf, { timeout: 1_000, intervals: [20] }).toBe(200);
      await api.request('DELETE', `/v1/projects/${ref}/api-keys/${made.body.id}`);
      await expect.poll(statusOf, { timeout: 1_000, intervals: [20] }).toBe(401);

      // The log of the project has what was asked of either.
      await expect
        .poll(async () => {
          const { body } = await api.request('GET', `/platform/projects/${ref}/request-log?limit=100`);
          return JSON.stringify(body);
        })
        .toContain('/rest/v1/stones');
      expect(await gateway.end('SIGTERM')).toBe(0);
    } finally {
      await gateway.dispose();
    }
  });
});

async function ask(url: string, key: string, body?: object): Promise<{ status: number; data: unknown }> {
  const answer = await fetch(url, {
    headers: { apikey: key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: await answer.json() };
}
