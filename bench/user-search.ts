import { keysOf } from '../e2e/basalt/project-api.ts';
import { type BenchContext, time, until } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';

const USERS = 1_000_000;
const TIMES = 10;
const TIMES_WITHOUT = 1;
const TARGET_MS = 200;
const SIGN_UPS = 2_000;
const AT_ONCE = 8;
const ROUNDS = 4;
const INDEXES = ['users_created_at_idx', 'users_email_idx', 'users_search_idx'];

/** Questions to the list of users, as its page asks them: the first page, in the order of the page. */
const QUESTIONS: Record<string, string> = {
  'no search': '',
  'an address': '&filter=ada777777@example.com',
  'a name in the middle': '&filter=mason 88888',
  'a beginning': '&filter=ada4444',
  'the beginning of an id': '&filter=0badcafe',
  nobody: '&filter=nobody at all',
  'what all have': '&filter=example',
  'what all have, by address': '&filter=example&sort=email.asc',
  'two letters that nobody has': '&filter=zz',
  'two letters that all have': '&filter=ma',
  'one letter that a tenth has': '&filter=4',
};

/** The list of a million users, searched without and with the indexes, and what these cost whoever makes users. */
export async function measureUserSearch({ api, basalt }: BenchContext): Promise<Figure[]> {
  const { ref } = await api.createProject('Bench user search');
  const { url, secret } = await keysOf(api, basalt, ref);
  await api.rows(
    ref,
    `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
     select gen_random_uuid(), 'authenticated', 'authenticated', 'ada' || n || '@example.com',
       jsonb_build_object('full_name', 'Ada Mason ' || n), now() - n * interval '1 second', now()
     from generate_series(1, ${USERS}) n; analyze auth.users`,
  );
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${url}/auth/v1/admin/users${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { apikey: secret, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  /** Without passwords: making the hash of one would hide everything else. */
  const signUps = async (round: string) => {
    let made = 0;
    const one = async () => {
      while (made < SIGN_UPS) {
        made += 1;
        await ask('', {
          email: `${round}${made}@example.com`,
          user_metadata: { full_name: `Eve Stone ${made}` },
        });
      }
    };
    return (await time(() => Promise.all(Array.from({ length: AT_ONCE }, one)))) / SIGN_UPS;
  };
  /** The first round after a change pays for the change. */
  const settledSignUps = async (name: string) => {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await signUps(`${name}-${round}-`));
    return percentile(rounds.slice(1), 0.5);
  };
  const measure = async (question: string, repeats: number) => {
    await ask(question);
    const times: number[] = [];
    for (let n = 0; n < repeats; n++) times.push(await time(() => ask(question)));
    return { p95: percentile(times, 0.95), median: percentile(times, 0.5) };
  };
  const measureAll = async (repeats: number) => {
    const measured: Record<string, Awaited<ReturnType<typeof measure>>> = {};
    for (const [name, question] of Object.entries(QUESTIONS))
      measured[name] = await measure(`?page=1&per_page=50${question}`, repeats);
    return measured;
  };

  const bare = await measureAll(TIMES_WITHOUT);
  const indexing = await time(async () => {
    // Whoever opens the page of users has them made.
    await api.request('GET', `/platform/auth/${ref}/users`);
    await until(
      'Every index',
      async () => {
        const names = INDEXES.map((name) => `'${name}'`).join(', ');
        const [row] = await api.rows(
          ref,
          `select count(*)::int as made from pg_index join pg_class c on c.oid = indexrelid
           where indisvalid and relname in (${names})
             and not exists (select from pg_stat_activity where application_name = 'basalt user indexes')`,
        );
        return row?.made === INDEXES.length;
      },
      { patience: 300_000, every: 500 },
    );
  });
  const indexed = await measureAll(TIMES);
  const signUp = await settledSignUps('indexed');
  await api.rows(ref, `drop index ${INDEXES.map((name) => `auth.${name}`).join(', ')}`);
  const bareSignUp = await settledSignUps('bare');

  return [
    ...Object.entries(indexed).map(
      ([name, { p95, median }]): Figure => ({
        name: `users among ${USERS.toLocaleString('en')}: ${name}`,
        value: p95,
        unit: 'ms',
        target: TARGET_MS,
        note: `median ${median.toFixed(0)} ms; without the indexes ${bare[name]?.median.toFixed(0)} ms`,
      }),
    ),
    { name: 'making the indexes of these users', value: indexing, unit: 'ms', target: null },
    {
      name: `a user made, ${AT_ONCE} at once, over the same without the indexes`,
      value: signUp / bareSignUp,
      unit: 'times',
      target: 1.1,
      note: `${(1000 / signUp).toFixed(0)} and ${(1000 / bareSignUp).toFixed(0)} a second`,
    },
  ];
}
