import { type RemoteLogins, withClient } from '@basalt/postgres';
import { describe, expect, it } from 'vitest';
import type { ClusterAddress, PostgresMajor } from '../driver.ts';
import { useTestCluster } from '../testing.ts';
import { attachDatabase } from './attach-database.ts';
import { detachDatabase } from './detach-database.ts';
import { attachProblems, inspectServer, OWN_SCHEMAS } from './inspect-server.ts';

/** As managed servers hand out their first role: one without superuser, with and without BYPASSRLS and REPLICATION. */
const FORMS = {
  'a superuser': 'superuser',
  'a role that may make any role': 'createrole createdb bypassrls replication',
  'a role that may make roles': 'createrole createdb',
};

describe.each([15, 17] as const)(
  'a database of PostgreSQL %i that somebody else runs',
  (major: PostgresMajor) => {
    const cluster = useTestCluster({ major, kind: 'platform', name: 'attached' });
    let owners = 0;

    async function database(attributes: string): Promise<{ address: ClusterAddress; logins: RemoteLogins }> {
      const address = await cluster.createDatabase();
      const user = `owner_${owners++}`;
      await asSuperuser(
        address,
        `create role ${user} login ${attributes}; alter database "${address.database}" owner to ${user};
      alter schema public owner to ${user}`,
      );
      const letter = String.fromCharCode(97 + owners);
      const logins = { prefix: `basalt_${letter.repeat(20)}`, password: 'for tests only' };
      return { address: { ...address, user }, logins };
    }
    const asSuperuser = (address: ClusterAddress, sql: string) =>
      withClient({ ...address, user: cluster.adminAddress.user }, (client) => client.query(sql));

    it.each(Object.entries(FORMS))(
      'is attached and detached by %s, and then as it was',
      async (_, attributes) => {
        const { address, logins } = await database(attributes);
        await withClient(address, (client) =>
          client.query(
            'create table public.notes (id int primary key, text text); insert into public.notes values (1, $$one$$)',
          ),
        );
        const before = await everythingIn(address);
        const offer = await inspectServer(address);
        expect(attachProblems(offer)).toEqual([]);
        await attachDatabase(address, offer, logins);
        // A login that was cut short is repeated.
        await attachDatabase(address, await inspectServer(address), logins);
        const asCaller = (role: string, sql: string) =>
          withClient(
            { ...address, user: `${logins.prefix}_authenticator`, options: '-c role=authenticator' },
            async (client) => {
              await client.query(`begin; set local role ${role}`);
              return (await client.query(sql)).rows;
            },
          );
        expect(await asCaller('service_role', 'select text from public.notes')).toEqual([{ text: 'one' }]);
        await expect(asCaller('anon', 'select text from public.notes')).rejects.toMatchObject({
          code: '42501',
        });
        await expect(asCaller('supabase_auth_admin', 'select')).rejects.toMatchObject({ code: '42501' });
        const { dependents, keptRoles } = await detachDatabase(address, logins, { keepSchemas: false });
        expect({ dependents, keptRoles }).toEqual({ dependents: [], keptRoles: [] });
        expect(await everythingIn(address)).toEqual(before);
      },
    );

    it('keeps what its owner has built on the services, and says what that is', async () => {
      const { address, logins } = await database(FORMS['a role that may make roles']);
      await attachDatabase(address, await inspectServer(address), logins);
      await withClient(address, (client) =>
        client.query(`
        create table public.notes (id int primary key, owner uuid references auth.users (id));
        alter table public.notes enable row level security;
        create policy own on public.notes to authenticated using (owner = auth.uid())`),
      );
      const { dependents } = await detachDatabase(address, logins, { keepSchemas: false });
      expect(dependents).toEqual([
        'policy own on public.notes',
        'table constraint notes_owner_fkey on public.notes',
      ]);
      expect((await inspectServer(address)).takenSchemas).toHaveLength(OWN_SCHEMAS.length);
      await detachDatabase(address, logins, { keepSchemas: true });
      const offer = await inspectServer(address);
      expect(offer).toMatchObject({ isPrepared: true });
      expect(attachProblems(offer)).toEqual([]);
      await attachDatabase(address, offer, logins);
      await withClient(address, (client) => client.query('drop table public.notes'));
      expect(await detachDatabase(address, logins, { keepSchemas: false })).toMatchObject({ dependents: [] });
    });

    it('is attached beside another one of the same server', async () => {
      const { address, logins } = await database(FORMS['a role that may make roles']);
      const others = await Promise.all(
        ['x', 'y', 'z'].map(async (letter) => {
          const other = await cluster.createDatabase();
          await asSuperuser(other, `alter database "${other.database}" owner to ${address.user}`);
          await asSuperuser(other, `alter schema public owner to ${address.user}`);
          return {
            address: { ...other, user: address.user },
            logins: { ...logins, prefix: `basalt_${letter.repeat(20)}` },
          };
        }),
      );
      const all = [{ address, logins }, ...others];
      const attach = async (each: (typeof all)[number]) =>
        attachDatabase(each.address, await inspectServer(each.address), each.logins);
      await Promise.all(all.map(attach));
      const detach = (each: (typeof all)[number]) =>
        detachDatabase(each.address, each.logins, { keepSchemas: false });
      // Whoever comes last takes the roles along that all of them used.
      await Promise.all(others.map(detach));
      expect(await detach({ address, logins })).toEqual({ dependents: [], keptRoles: [] });
      const { rows } = await asSuperuser(address, `select from pg_roles where rolname = 'authenticator'`);
      expect(rows).toEqual([]);
    });

    it('is attached again by who may act as the role that it was attached as, and others are told so', async () => {
      const { address, logins } = await database(FORMS['a role that may make roles']);
      await attachDatabase(address, await inspectServer(address), logins);
      await asSuperuser(
        address,
        `create role newcomer login createrole createdb; grant create on database "${address.database}" to newcomer`,
      );
      const newcomer = { ...address, user: 'newcomer' };
      expect(attachProblems(await inspectServer(newcomer), logins.prefix)).toEqual([
        `The database has been attached before as ${address.user}, and what it needs belongs to that role. Attach it as ${address.user} again, or make newcomer a member of it.`,
      ]);
      await asSuperuser(address, `grant ${address.user} to newcomer`);
      expect(attachProblems(await inspectServer(newcomer))).toEqual([
        expect.stringMatching(/^The database is attached to another project already\./),
      ]);
      const offer = await inspectServer(newcomer);
      expect(attachProblems(offer, logins.prefix)).toEqual([]);
      await attachDatabase(newcomer, offer, logins);
    });

    it('is refused with all that stands in the way', async () => {
      const { address } = await database('nocreaterole');
      await withClient(address, (client) => client.query('create schema auth'));
      expect(attachProblems(await inspectServer(address))).toEqual([
        expect.stringMatching(/^The role owner_\d+ may not create roles\./),
        expect.stringMatching(/^The database has schemas that the services need for themselves: auth\./),
      ]);
    });

    /** What is in the database and which roles there are. */
    async function everythingIn(address: ClusterAddress) {
      const { rows } = await asSuperuser(
        address,
        `select i.type || ' ' || i.identity as name from pg_depend as d
        cross join pg_identify_object(d.classid, d.objid, d.objsubid) as i
      where d.objid >= 16384 and i.identity !~ '^pg_toast' and i.type not like 'toast%'
      union select 'role ' || rolname from pg_roles where rolname !~ '^(pg_|owner_)'
      union select 'default privileges ' || defaclacl::text from pg_default_acl
      union select 'schema ' || nspname || ' ' || coalesce(nspacl::text, '') from pg_namespace
      union select 'rights ' || relname || ' ' || coalesce(relacl, acldefault('r', relowner))::text from pg_class where relnamespace = 'public'::regnamespace
      order by 1`,
      );
      return rows.map(({ name }) => name);
    }
  },
);
