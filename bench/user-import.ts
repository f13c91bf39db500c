import { randomUUID } from 'node:crypto';
import { keysOf } from '../e2e/basalt/project-api.ts';
import { type BenchContext, time } from './bench-context.ts';
import { type Figure, median } from './figure.ts';
import { memoryOfHome } from './process-load.ts';

const USERS = 100_000;
const ROWS_AT_ONCE = 1_000;
const ENTRIES = 1_000_000;
/** Every so many rows one that cannot be a user: a broken address, one that is taken, one that comes twice. */
const BAD_EVERY = 1_000;
const HASH = '$2y$10$n98z4acKe9ykv89xgftvLOiDVfLhJ/wVcsGkuhxGZL6v068gmrSFi';

/** Users of another service brought in as a file has them, with rows in it that cannot be users. */
export async function measureUserImport({ api, basalt }: BenchContext): Promise<Figure[]> {
  const { ref } = await api.createProject('Bench users');
  const { url, secret } = await keysOf(api, basalt, ref);
  const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/auth/v1/admin/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { apikey: secret, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer as Answer;
  };
  await call('users', { email: 'taken@example.com', password: 'columns of stone', email_confirm: true });

  const id = randomUUID();
  const before = await gatewayMemory(basalt.home);
  let [refused, most] = [0, before];
  const staging = await time(async () => {
    for (let from = 0; from < USERS; from += ROWS_AT_ONCE) {
      const rows = Array.from({ length: ROWS_AT_ONCE }, (_, n) => ({ line: from + n, user: user(from + n) }));
      refused += (await call<{ refused: unknown[] }>(`user_imports/${id}/rows`, { rows })).refused.length;
      if (from % 10_000 === 0) most = Math.max(most, await gatewayMemory(basalt.home));
    }
  });
  let end = { imported: 0, refused_count: 0 };
  const finish = await time(async () => {
    end = await call<typeof end>(`user_imports/${id}/finish`, { all_or_nothing: false });
  });
  most = Math.max(most, await gatewayMemory(basalt.home));
  const [{ users } = { users: 0 }] = (await api.rows(
    ref,
    'select count(*)::int as users from auth.users',
  )) as {
    users: number;
  }[];
  const told = refused + end.refused_count;
  if (users !== end.imported + 1 || end.imported + told !== USERS)
    throw new Error(
      `Of ${USERS} rows ${end.imported} were imported and ${told} refused; there are ${users} users.`,
    );

  await api.rows(
    ref,
    `insert into auth.audit_log_entries (id, payload, created_at)
     select gen_random_uuid(), '{"action": "login", "traits": {"provider": "email"}}', now() - n * interval '1 minute'
     from generate_series(1, ${ENTRIES}) n; analyze auth.audit_log_entries`,
  );
  const looks: number[] = [];
  for (let round = 0; round < 10; round++)
    looks.push(await time(() => call('activity?buckets=24&seconds=3600')));

  return [
    {
      name: `import of ${USERS} users`,
      value: staging + finish,
      unit: 'ms',
      target: 60_000,
      note: `${(finish / 1_000).toFixed(1)} s of it to make them users at one moment; ${told} rows refused`,
    },
    {
      name: 'the same, memory of the gateway',
      value: most - before,
      unit: 'MB',
      target: 150,
      note: `from ${before.toFixed(0)} MB`,
    },
    { name: `sign-ins of a day among ${ENTRIES} entries`, value: median(looks), unit: 'ms', target: 100 },
  ];
}

function user(n: number): object {
  if (n % BAD_EVERY === 1) return { email: 'no address', password_hash: HASH };
  if (n % BAD_EVERY === 2) return { email: 'taken@example.com', password_hash: HASH };
  return {
    email: n % BAD_EVERY === 3 ? `user${n - 3}@example.com` : `user${n}@example.com`,
    email_confirm: true,
    password_hash: HASH,
    user_metadata: { name: `User ${n}`, plan: 'free' },
    created_at: '2024-01-31T12:00:00Z',
  };
}

async function gatewayMemory(home: string): Promise<number> {
  return (await memoryOfHome(home)).gateway ?? 0;
}
