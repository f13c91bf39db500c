import { keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const MEGABYTE = 1024 * 1024;

/** Status and code, as documented. */
const FAILED = '500 WORKER_ERROR';
const TOO_MUCH = '546 WORKER_LIMIT';

/** What a function does that harms whoever lets it, and what its caller may be told. `done`: it came to its end. */
const MISBEHAVIOUR: Record<string, { does: string; answers: readonly string[] }> = {
  'never ends a loop': { does: 'for (;;) {}', answers: [TOO_MUCH] },
  'takes memory': {
    does: 'const kept = []; for (;;) kept.push(new Uint8Array(10_000_000).fill(1));',
    answers: [TOO_MUCH],
  },
  'takes memory for texts': {
    does: "let text = 'x'; const kept = []; for (let n = 0; ; n++) kept.push((text + n).repeat(1_000_000).split(''));",
    answers: [TOO_MUCH],
  },
  'starts workers without end': {
    does: "const code = URL.createObjectURL(new Blob(['for (;;) {}'], { type: 'text/javascript' })); for (;;) { new Worker(code, { type: 'module' }); await new Promise((done) => setTimeout(done, 1)); }",
    answers: [FAILED, TOO_MUCH],
  },
  'starts programs': {
    does: "new Deno.Command('/bin/sh', { args: ['-c', ':(){ :|:& };:'] }).spawn();",
    answers: [FAILED],
  },
  'fills its disk': {
    does: "for (let n = 0; n < 100; n++) await Deno.writeFile('/tmp/' + n, new Uint8Array(1_000_000));",
    answers: [FAILED],
  },
  'writes files without end': {
    does: "for (let n = 0; n < 20_000; n++) await Deno.writeTextFile('/tmp/n' + n, '');",
    answers: ['done', FAILED, TOO_MUCH],
  },
  'ends its process': { does: 'Deno.exit(7);', answers: [FAILED] },
  'throws at once and later': {
    does: "setTimeout(() => { throw new Error('later'); }); await new Promise((done) => setTimeout(done, 50));",
    answers: ['done'],
  },
  'floods its log': {
    does: "for (let n = 0; n < 20_000; n++) console.log(n, 'x'.repeat(1_000));",
    answers: ['done'],
  },
  'writes a line without an end': {
    does: "for (let n = 0; n < 200; n++) await Deno.stdout.write(new TextEncoder().encode('y'.repeat(100_000)));",
    answers: ['done'],
  },
  'opens sockets without end': {
    does: "const open = []; for (let n = 0; n < 10_000; n++) open.push(Deno.connect({ hostname: 'db.internal', port: 5432 }).catch(() => null)); await Promise.race([Promise.all(open), new Promise((done) => setTimeout(done, 2_000))]);",
    answers: ['done', FAILED, TOO_MUCH],
  },
  'opens sockets to elsewhere without end': {
    does: "const open = []; for (let n = 0; n < 10_000; n++) open.push(Deno.connect({ hostname: '198.51.100.1', port: 80 }).catch(() => null)); await Promise.race([Promise.all(open), new Promise((done) => setTimeout(done, 2_000))]);",
    answers: ['done', FAILED, TOO_MUCH],
  },
  'calls itself without end': {
    does: "const again = await fetch(Deno.env.get('SUPABASE_URL') + '/functions/v1/bad?what=calls%20itself%20without%20end', { headers: { apikey: Deno.env.get('SUPABASE_ANON_KEY')! }, signal: AbortSignal.timeout(2_000) }); await again.text();",
    answers: ['done', FAILED, TOO_MUCH],
  },
  'answers with nothing': { does: 'return undefined as never;', answers: [FAILED] },
};

test('a function that misbehaves gets the status that says so, and others go on', async ({ api, basalt }) => {
  test.setTimeout(300_000);
  const { ref } = await api.createProject('Misbehaviour');
  const keys = await keysOf(api, basalt, ref);
  const deploy = async (slug: string, text: string) => {
    const form = new FormData();
    form.append('file', new File([text], 'index.ts'));
    form.append('metadata', JSON.stringify({ name: slug, entrypoint_path: 'index.ts' }));
    const path = `/v1/projects/${ref}/functions/deploy?slug=${slug}`;
    expect((await api.send(path, { method: 'POST', body: form })).status).toBe(201);
  };
  const call = async (slug: string, init: RequestInit = {}) => {
    const answer = await fetch(`${keys.url}/functions/v1/${slug}`, {
      ...init,
      headers: { apikey: keys.anon },
    });
    const text = await answer.text();
    return answer.status === 200 ? text : `${answer.status} ${JSON.parse(text).code}`;
  };
  await deploy('good', "Deno.serve(() => new Response('good'));");
  await deploy('boot', "throw new Error('at the start');");
  await deploy('silent', 'await new Promise((done) => setTimeout(done, 3_600_000));');
  const cases = Object.entries(MISBEHAVIOUR).map(
    ([name, { does }]) => `${JSON.stringify(name)}: async () => { ${does} return new Response('done'); }`,
  );
  await deploy(
    'bad',
    `const cases: Record<string, () => Promise<Response>> = { ${cases.join(',\n')} };
     Deno.serve((request) => cases[new URL(request.url).searchParams.get('what')!]?.() ?? new Response('done'));`,
  );
  // The gateway is told of it a moment later.
  await expect.poll(() => call('bad?what=')).toBe('done');
  const neighbours = new Set<string>();
  let isOver = false;
  const neighbour = (async () => {
    while (!isOver) {
      neighbours.add(await call('good'));
      await new Promise((done) => setTimeout(done, 100));
    }
  })();
  const silent = call('silent');
  for (const [what, { answers }] of Object.entries(MISBEHAVIOUR)) {
    const answer = await call(`bad?what=${encodeURIComponent(what)}`);
    expect([what, answers.includes(answer) || answer]).toEqual([what, true]);
    // One that is being ended takes the calls with it that come at that moment.
    await expect.poll(async () => [what, await call('bad?what=')]).toEqual([what, 'done']);
  }
  expect([await call('boot'), await silent]).toEqual(['503 BOOT_ERROR', '503 BOOT_ERROR']);
  // Bodies that nobody reads, and those that are too large.
  expect(await call('good', { method: 'POST', body: new Uint8Array(100 * MEGABYTE) })).toBe('good');
  expect(await call('good', { method: 'POST', body: new Uint8Array(101 * MEGABYTE) })).toMatch(/^413/);
  // Whoever asked has gone before the answer came.
  await Promise.all(
    Array.from({ length: 20 }, () =>
      call('bad?what=throws%20at%20once%20and%20later', { signal: AbortSignal.timeout(20) }).catch(() => {}),
    ),
  );
  await expect.poll(() => call('bad?what=')).toBe('done');
  isOver = true;
  await neighbour;
  expect([...neighbours]).toEqual(['good']);
});
