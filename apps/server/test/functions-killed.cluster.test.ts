import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { describeShare, KILL_TURN, shareOf } from '@basalt/clusters/testing';
import type { EdgeFunction, FunctionSecret } from '@basalt/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DATABASE_PASSWORD, PlatformUnderTest } from './platform-under-test.ts';

/**
 * SIGKILL of the platform process before every step of every way to change what functions are and see: each change of files, each
 * program, each change in its database and right after it was sent, and before the answer. The steps are learned by letting each run
 * once undisturbed. After the next start all of it is as before or as asked for, what the gateway answers too, and no file is left.
 */
let platform: PlatformUnderTest;
let gateway: ChildProcess;
let ref: string;
const printed: string[] = [];

beforeAll(async () => {
  platform = await PlatformUnderTest.create('22632-22641');
  await platform.start();
  gateway = await platform.startGateway();
  const [organization] = (await platform.api('GET', '/v1/organizations')).body as { slug: string }[];
  const project = { name: 'Functions', db_pass: DATABASE_PASSWORD, organization_slug: organization?.slug };
  ({ ref } = (await platform.api('POST', '/v1/projects', project)).body as { ref: string });
  const status = async () =>
    ((await platform.api('GET', `/v1/projects/${ref}`)).body as { status: string }).status;
  await vi.waitFor(async () => expect(await status()).toBe('ACTIVE_HEALTHY'), {
    timeout: 60_000,
    interval: 50,
  });
});

afterAll(async () => {
  gateway.kill('SIGKILL');
  process.stdout.write(
    `\nKilled while functions were changed. ${describeShare(KILL_TURN, 'KILL_MATRIX')}\n${printed.join('\n')}\n\n`,
  );
  await platform.remove();
});

const at = (below: string) => `/v1/projects/${ref}/${below}`;

/** @param remark makes it another file than those that are there, so that it has to be built */
function deploy(slug: string, text: string, remark = '') {
  return deploySource(slug, `Deno.serve(() => new Response("${text}")); // ${remark}`);
}

function deploySource(slug: string, source: string): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.append('file', new File([source], 'index.ts'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts', verify_jwt: false }));
  return platform.api('POST', at(`functions/deploy?slug=${slug}`), form);
}

/** Functions as they are served: their text, whether they want a token, and that calling them answers so. Secrets with their values. */
async function stateOf(name: string): Promise<string[]> {
  const functions = (await platform.api('GET', at('functions'))).body as EdgeFunction[];
  const secrets = (await platform.api('GET', at('secrets'))).body as FunctionSecret[];
  const found: string[] = [];
  for (const slug of [name, `${name}-too`]) {
    const own = functions.find((one) => one.slug === slug);
    const wanted = own === undefined ? 404 : own.verify_jwt ? 401 : textIn(await sourceOf(own));
    await expect.poll(() => answerOf(slug)).toBe(wanted);
    if (own !== undefined)
      found.push(own.verify_jwt ? `${textIn(await sourceOf(own))}, with a token` : String(wanted));
  }
  for (const secret of secrets)
    for (const value of ['old', 'new'])
      if (secret.name.startsWith(name.toUpperCase()) && secret.value === digestOf(value)) found.push(value);
  return found;
}

async function answerOf(slug: string): Promise<string | number> {
  const answer = await fetch(`http://127.0.0.1:${platform.gatewayPort}/${ref}/functions/v1/${slug}`);
  return answer.status === 200 ? await answer.text() : answer.status;
}

const digestOf = (value: string) => createHash('sha256').update(value).digest('hex');
const textIn = (source: string) => /Response\("(.*)"\)/.exec(source)?.[1] ?? '';
const sourceOf = ({ ezbr_sha256 }: Pick<EdgeFunction, 'ezbr_sha256'>) =>
  readFile(path.join(platform.home, 'functions', ref, ezbr_sha256, 'source/index.ts'), 'utf8');

interface Change {
  kind: string;
  before: readonly string[];
  after: readonly string[];
  prepare(name: string): Promise<unknown>;
  act(name: string): Promise<{ status: number; body: unknown }>;
}

const setSecrets = (name: string, value: string, which = ['_A', '_B']) =>
  platform.api(
    'POST',
    at('secrets'),
    which.map((end) => ({ name: `${name.toUpperCase()}${end}`, value })),
  );

const CHANGES: readonly Change[] = [
  {
    kind: 'deploy',
    before: [],
    after: ['new'],
    prepare: async () => {},
    act: (name) => deploy(name, 'new', name),
  },
  {
    kind: 'deploy again',
    before: ['old'],
    after: ['new'],
    prepare: (name) => deploy(name, 'old'),
    act: (name) => deploy(name, 'new'),
  },
  {
    kind: 'deploy several',
    before: ['old'],
    after: ['new', 'new'],
    prepare: (name) => deploy(name, 'old'),
    async act(name) {
      const sent = [name, `${name}-too`].map((slug) => ({
        slug,
        entrypoint_path: 'index.ts',
        ezbr_sha256: keptDigest,
        verify_jwt: false,
      }));
      return platform.api('PUT', at('functions'), sent);
    },
  },
  {
    kind: 'roll back',
    before: ['old'],
    after: ['new'],
    async prepare(name) {
      for (const text of ['new', 'old']) await deploy(name, text);
    },
    act: (name) =>
      platform.api('POST', `/platform/projects/${ref}/functions/${name}/rollback`, { version: 1 }),
  },
  {
    kind: 'ask for a token',
    before: ['old'],
    after: ['old, with a token'],
    prepare: (name) => deploy(name, 'old'),
    act: (name) => platform.api('PATCH', at(`functions/${name}`), { verify_jwt: true }),
  },
  {
    kind: 'delete',
    before: ['old'],
    after: [],
    prepare: (name) => deploy(name, 'old'),
    act: (name) => platform.api('DELETE', at(`functions/${name}`)),
  },
  {
    kind: 'set secrets',
    before: ['old'],
    after: ['new', 'new'],
    prepare: (name) => setSecrets(name, 'old', ['_A']),
    act: (name) => setSecrets(name, 'new'),
  },
  {
    kind: 'delete secrets',
    before: ['old', 'old'],
    after: [],
    prepare: (name) => setSecrets(name, 'old'),
    act: (name) =>
      platform.api('DELETE', at('secrets'), [`${name.toUpperCase()}_A`, `${name.toUpperCase()}_B`]),
  },
];

/** Of files that were deployed as text `new` and are in service elsewhere. */
let keptDigest = '';
let attempts = 0;

/** Changes once, and answers the steps. With a number the process dies before that one. */
async function run({ before, after, prepare, act }: Change, killBefore: number | null): Promise<string[]> {
  attempts += 1;
  const name = `kill${attempts}x`;
  await prepare(name);
  await platform.countSteps(killBefore);
  const answer = await act(name).catch(() => null);
  const steps = await platform.steps();
  if (steps === null) await platform.start();
  else expect(answer?.status).toSatisfy((status: number) => status < 300);
  const state = await stateOf(name);
  if (answer === null) expect([before, after]).toContainEqual(state);
  else expect(state).toEqual(after);
  expect(await filesLeft()).toEqual([]);
  for (const slug of [name, `${name}-too`]) await platform.api('DELETE', at(`functions/${slug}`));
  return steps ?? [];
}

const folder = () => path.join(platform.home, 'functions', ref);

/** What is neither whole nor gone. */
async function filesLeft(): Promise<string[]> {
  return (await readdir(folder())).filter((name) => !/^[0-9a-f]{64}$/.test(name));
}

it.each(CHANGES.map((change, number) => ({ ...change, number })))(
  '$kind',
  { timeout: 300_000 },
  async ({ number, ...change }) => {
    if (keptDigest === '') {
      const { body } = await deploy('kept', 'new');
      keptDigest = (body as EdgeFunction).ezbr_sha256;
    }
    const steps = await run(change, null);
    expect(steps.at(-1)).toBe('answer');
    const tried = shareOf([...steps.keys()], KILL_TURN, number);
    for (const killBefore of tried) await run(change, killBefore);
    printed.push(
      `${change.kind}: ${steps.map((step, n) => (tried.includes(n) ? `[${step}]` : step)).join(', ')}`,
    );
  },
);

it('loses only the requests of a function whose process is killed', async () => {
  const slow =
    "Deno.serve(async () => { await new Promise((done) => setTimeout(done, 60_000)); return new Response('late'); })";
  await deploySource('slow', slow);
  const lost = Array.from({ length: 8 }, () => answerOf('slow'));
  const running = await vi.waitFor(() => processesOf('slow'), { timeout: 60_000, interval: 50 });
  const others = Array.from({ length: 50 }, () => answerOf('kept'));
  for (const pid of running) process.kill(pid, 'SIGKILL');
  expect(await Promise.all(lost)).toEqual(Array(8).fill(500));
  expect(await Promise.all(others)).toEqual(Array(50).fill('new'));
  await deploy('slow', 'old');
  await expect.poll(() => answerOf('slow')).toBe('old');
  await platform.api('DELETE', at('functions/slow'));
});

/** Of a function, once it listens: its log says so. @throws until there are any */
async function processesOf(slug: string): Promise<number[]> {
  const { body } = await platform.api('GET', `/platform/projects/${ref}/functions/${slug}/logs`);
  const { lines } = body as { lines: { source: string; execution_id: string }[] };
  const execution = lines.find(({ source }) => source === 'boot')?.execution_id;
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.includes(`SB_EXECUTION_ID=${execution}`)) found.push(Number(pid));
  }
  if (found.length === 0) throw new Error('It does not listen yet.');
  return found;
}

it('keeps no files of what is gone, once they are an hour old', async () => {
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of await readdir(folder())) await utimes(path.join(folder(), name), old, old);
  await platform.kill();
  await platform.start();
  await expect.poll(() => readdir(folder())).toEqual([keptDigest]);
  expect(await answerOf('kept')).toBe('new');
});
