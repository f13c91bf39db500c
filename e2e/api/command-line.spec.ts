import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { COMMAND_LINE, openCommandLine } from '../basalt/command-line.ts';
import { keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

test('the public command line deploys functions and keeps their secrets, unchanged', async ({
  api,
  basalt,
}) => {
  test.skip(COMMAND_LINE === null, 'There is no command line for this machine.');
  test.setTimeout(240_000);
  const { ref } = await api.createProject('Command line');
  const keys = await keysOf(api, basalt, ref);
  const commandLine = await openCommandLine(basalt.origin);
  const { folder, write } = commandLine;
  // What it does in the folder alone knows of no project.
  const run = (...args: string[]) =>
    commandLine.run(...args, ...(args[1] === 'new' ? [] : ['--project-ref', ref]));
  const works = async (...args: string[]) => {
    const { code, output } = await run(...args);
    expect([args.join(' '), code, code === 0 || output]).toEqual([args.join(' '), 0, true]);
    return output;
  };
  const call = async (slug: string) => {
    const answer = await fetch(`${keys.url}/functions/v1/${slug}`, { headers: { apikey: keys.anon } });
    return answer.status === 200 ? await answer.text() : answer.status;
  };

  await write('supabase/config.toml', 'project_id = "journey"\n\n[functions.open]\nverify_jwt = false\n');
  await write(
    'supabase/functions/hello/index.ts',
    "import { greet } from '../_shared/greet.ts';\nDeno.serve(() => new Response(greet(Deno.env.get('WHO') ?? 'nobody')));\n",
  );
  await write('supabase/functions/hello/deno.json', '{ "imports": { "_": "npm:lodash-es@4" } }');
  await write(
    'supabase/functions/_shared/greet.ts',
    "export const greet = (who: string) => 'Hello, ' + who;\n",
  );
  await write('supabase/functions/open/index.ts', "export default { fetch: () => new Response('open') };\n");

  await works('secrets', 'set', 'WHO=you', 'SPACED=a b "c"');
  expect(await works('secrets', 'list')).toMatch(/SPACED[\s\S]*WHO/);
  await works('functions', 'deploy', 'hello', '--use-api');
  expect(await call('hello')).toBe('Hello, you');
  // All of them at once.
  await works('functions', 'deploy', '--use-api');
  expect(await call('open')).toBe('open');
  expect((await fetch(`${keys.url}/functions/v1/open`)).status).toBe(200);
  expect((await fetch(`${keys.url}/functions/v1/hello`)).status).toBe(401);
  const listed = await works('functions', 'list');
  expect(listed).toMatch(/hello/);
  expect(listed).toMatch(/open/);
  await works('secrets', 'unset', 'WHO');
  expect(await call('hello')).toBe('Hello, nobody');
  await rm(path.join(folder, 'supabase/functions'), { recursive: true });
  await works('functions', 'download', 'hello', '--use-api');
  expect(await readFile(path.join(folder, 'supabase/functions/hello/index.ts'), 'utf8')).toContain(
    '../_shared/greet.ts',
  );
  expect(await readFile(path.join(folder, 'supabase/functions/_shared/greet.ts'), 'utf8')).toContain('Hello');
  await works('functions', 'delete', 'hello');
  expect(await call('hello')).toBe(404);
  const missing = await run('functions', 'delete', 'hello');
  expect(missing.code).not.toBe(0);
  expect(missing.output).toContain('does not exist');
  await write('supabase/functions/broken/index.ts', 'const a = ;\n');
  const broken = await run('functions', 'deploy', 'broken', '--use-api');
  expect([broken.code === 0, broken.output]).toEqual([false, expect.stringContaining('broken/index.ts')]);
  // What it writes for a new function deploys and answers as it is, to the keys that it asks for.
  await works('functions', 'new', 'starter');
  await works('functions', 'deploy', 'starter', '--use-api');
  const greeted = async (apikey: string) => {
    const body = JSON.stringify({ name: 'Functions' });
    const answer = await fetch(`${keys.url}/functions/v1/starter`, {
      method: 'POST',
      headers: { apikey },
      body,
    });
    return [answer.status, ((await answer.json()) as { message?: string }).message];
  };
  expect(await greeted(keys.publishable)).toEqual([200, 'Hello Functions!']);
  expect((await greeted('sb_publishable_another'))[0]).toBe(401);
  await commandLine.dispose();
});
