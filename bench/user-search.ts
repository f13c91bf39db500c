import { keysOf } from '../e2e/basalt/project-api.ts';
import { type BenchContext, time } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';

const USERS = 1_000_000;
const TIMES = 10;
const TARGET_MS = 200;

/** Questions to the list of users, as its page asks them: the first page, in the order of the page. */
const QUESTIONS: Record<string, string> = {
  'no search': '',
  'an address': '&filter=ada777777@example.com',
  'a name in the middle': '&filter=mason 88888',
  nobody: '&filter=nobody at all',
  'what all have': '&filter=example',
};

/** The list of a million users, searched. */
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
  const ask = async (question: string) => {
    const response = await fetch(`${url}/auth/v1/admin/users?page=1&per_page=50${question}`, {
      headers: { apikey: secret },
    });
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  const figures: Figure[] = [];
  for (const [name, question] of Object.entries(QUESTIONS)) {
    await ask(question);
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) times.push(await time(() => ask(question)));
    figures.push({
      name: `users among ${USERS.toLocaleString('en')}: ${name}`,
      value: percentile(times, 0.95),
      unit: 'ms',
      target: TARGET_MS,
      note: `median ${percentile(times, 0.5).toFixed(0)} ms`,
    });
  }
  return figures;
}
