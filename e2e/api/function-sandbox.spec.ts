// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code of functions has templates of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

/**
 * What a function tries that must not reach anything but its own project and the public internet. Each is the body of an async
 * function that returns or throws; what returns without an error got through.
 */
const ESCAPES: Record<string, string> = {
  'reads a file of the machine': "return Deno.readTextFile('/etc/passwd')",
  'reads a file by node': "return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8')",
  'reads the data folder': 'return Deno.readTextFile(home + "/secret.key")',
  'lists the root': "return [...Deno.readDirSync('/')]",
  'reads the memory of its process': "return Deno.open('/proc/self/mem')",
  'reads the environment of process 1': "return Deno.readTextFile('/proc/1/environ')",
  'reads through a link it made':
    "await Deno.symlink('/etc/passwd', '/tmp/link'); return Deno.readTextFile('/tmp/link')",
  'makes a hard link': "await Deno.link('/etc/passwd', '/tmp/hard')",
  'imports a file of the machine': "return import('file:///etc/' + 'hosts')",
  'imports from a folder above': "return import('../../../' + 'etc/hosts')",
  'changes what was deployed': "return Deno.writeTextFile('/function/source/index.ts', 'x')",
  'changes what Deno knows of its modules': "return Deno.writeTextFile('/function/cache/x', 'x')",
  'changes that by node':
    "return (await import('node:fs')).appendFileSync('/function/cache/dep_analysis_cache_v2', 'x')",
  'changes that through a link':
    "await Deno.symlink('/function/cache', '/tmp/cache'); return Deno.writeTextFile('/tmp/cache/x', 'x')",
  'opens that as a database':
    "const { DatabaseSync } = await import('node:sqlite'); return new DatabaseSync('/function/cache/node_analysis_cache_v2').exec('create table x (y)')",
  'writes beside what is mounted': "return (await import('node:fs')).mkdirSync('/made')",
  'changes the program that loads it': "return Deno.writeTextFile('/program/serve-function.ts', 'x')",
  'replaces its socket':
    "await Deno.remove('/door/listen/function.sock'); return Deno.listen({ transport: 'unix', path: '/door/listen/function.sock' })",
  'writes outside of /tmp': "return Deno.writeTextFile('/etc/x', 'x')",
  'runs a program': "return new Deno.Command('/bin/sh', { args: ['-c', 'id'] }).output()",
  'runs a program by node': "return (await import('node:child_process')).execFileSync('/bin/id')",
  'runs what it wrote':
    "await Deno.writeTextFile('/tmp/run', '#!/bin/sh'); return new Deno.Command('/tmp/run').output()",
  'loads native code': "return Deno.dlopen('/lib/x86_64-linux-gnu/libc.so.6', {})",
  'loads native code by node':
    "const { createRequire } = await import('node:module'); return createRequire('file:///tmp/x.js')('/tmp/x.node')",
  'asks for more permissions':
    "const { state } = await Deno.permissions.request({ name: 'run' }); if (state !== 'granted') throw new Error(state)",
  'asks for native code again':
    "const { state } = await Deno.permissions.request({ name: 'ffi' }); if (state !== 'granted') throw new Error(state)",
  'reads a file in a worker':
    "return new Promise((resolve, reject) => { const worker = new Worker(URL.createObjectURL(new Blob([\"postMessage(Deno.readTextFileSync('/etc/passwd'))\"])), { type: 'module' }); worker.onmessage = resolve; worker.onerror = (event) => { event.preventDefault(); reject(new Error(event.message)); }; })",
  'signals another process':
    "Deno.kill(1, 'SIGKILL'); const { pid } = await import('node:process'); if (pid !== 1) return; throw new Error('only itself')",
  'asks the name of the machine': 'return Deno.hostname()',
  'asks for its network cards': 'return Deno.networkInterfaces()',
  'asks for its memory': 'return Deno.systemMemoryInfo()',
  'connects to loopback': 'return Deno.connect({ hostname: "127.0.0.1", port })',
  'connects to loopback in short': 'return Deno.connect({ hostname: "127.1", port })',
  'connects to loopback as a number': 'return Deno.connect({ hostname: "2130706433", port })',
  'connects to this host': 'return Deno.connect({ hostname: "0.0.0.0", port })',
  'connects to localhost': 'return Deno.connect({ hostname: "localhost", port })',
  'connects to loopback by IPv6': 'return Deno.connect({ hostname: "::1", port })',
  'connects by mapped IPv6': 'return Deno.connect({ hostname: "::ffff:127.0.0.1", port })',
  'connects by node':
    "const net = await import('node:net'); return new Promise((resolve, reject) => net.connect(port, '127.0.0.1').on('connect', resolve).on('error', reject))",
  'fetches loopback': 'return fetch(`http://127.0.0.1:${port}/`)',
  'fetches the platform': 'return fetch(platform + "/health")',
  'fetches through a proxy on loopback':
    'return fetch("http://198.51.100.1/", { client: Deno.createHttpClient({ proxy: { url: `http://127.0.0.1:${port}` } }) })',
  'fetches through a proxy of the environment':
    'Deno.env.set("HTTP_PROXY", `http://127.0.0.1:${port}`); return fetch("http://198.51.100.1/", { signal: AbortSignal.timeout(1000) })',
  'is redirected to loopback':
    'const { status, url } = await fetch(api + "/functions/v1/redirect", { headers: { authorization: "Bearer " + Deno.env.get("SUPABASE_ANON_KEY") } }); if (status === 200) return url; throw new Error(String(status))',
  'opens a WebSocket to loopback':
    'return new Promise((resolve, reject) => { const socket = new WebSocket(`ws://127.0.0.1:${port}/`); socket.onopen = resolve; socket.onerror = (event) => reject(new Error(event.message)); })',
  'fetches the metadata of a cloud':
    'return fetch("http://169.254.169.254/", { signal: AbortSignal.timeout(1000) })',
  'connects to a private address': 'return Deno.connect({ hostname: "10.0.0.1", port: 80 })',
  'asks a name server on loopback':
    'return Deno.resolveDns("example.com", "A", { nameServer: { ipAddr: "127.0.0.1", port: 53 } })',
  'asks for another project from inside':
    'const answer = await fetch(api.replace(ref, other) + "/rest/v1/"); if (answer.status < 400) return; throw new Error(String(answer.status))',
  'asks for another project through the door':
    'const client = Deno.createHttpClient({ proxy: { transport: "unix", path: "/door/api.sock" } }); const answer = await fetch(`http://project.internal/${other}/auth/v1/health`, { client }); if (answer.status < 400) return; throw new Error(String(answer.status))',
  'reaches a socket of another project':
    "return Deno.connect({ transport: 'unix', path: '/tmp/.s.PGSQL.5432' })",
  'listens where others could call':
    'const listener = Deno.listen({ hostname: "0.0.0.0", port: 0 }); return listener.addr.port',
};

test('a function reaches its own project and nothing else', async ({ api, basalt, project }) => {
  test.setTimeout(300_000);
  const { ref } = await api.createProject('Sandbox');
  const keys = await keysOf(api, basalt, ref);
  let reached = 0;
  const witness = createServer((_request, response) => {
    reached += 1;
    response.end('reached');
  });
  await new Promise<void>((resolve) => witness.listen(0, '127.0.0.1', resolve));
  const { port } = witness.address() as AddressInfo;
  const deploy = async (slug: string, text: string, others: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [path, content] of Object.entries({ 'index.ts': text, ...others }))
      form.append('file', new File([content], path));
    form.append('metadata', JSON.stringify({ name: slug, entrypoint_path: 'index.ts' }));
    const answer = await api.send(`/v1/projects/${ref}/functions/deploy?slug=${slug}`, {
      method: 'POST',
      body: form,
    });
    expect([answer.status, answer.status === 201 || (await answer.text())]).toEqual([201, true]);
  };
  await deploy('redirect', `Deno.serve(() => Response.redirect('http://127.0.0.1:${port}/', 302))`);
  const attempts = Object.entries(ESCAPES).map(
    ([name, body]) => `${JSON.stringify(name)}: async () => { ${body} }`,
  );
  const source = `const port = ${port}, home = ${JSON.stringify(basalt.home)}, platform = ${JSON.stringify(basalt.origin)};
     const ref = '${ref}', other = '${project.ref}', api = Deno.env.get('SUPABASE_URL')!;
     const attempts: Record<string, () => Promise<unknown>> = { ${attempts.join(',\n')} };
     Deno.serve(async () => {
       const through: string[] = [];
       for (const [name, attempt] of Object.entries(attempts)) {
         const late = new Promise((_, reject) => setTimeout(() => reject(new Error('nothing came')), 2_000));
         try { await Promise.race([attempt(), late]); through.push(name); } catch { /* refused */ }
       }
       return Response.json({ through, tried: Object.keys(attempts).length });
     });`;
  const tryAll = async () => {
    const answer = await fetch(`${keys.url}/functions/v1/escape`, { headers: { apikey: keys.anon } });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { through: [], tried: Object.keys(ESCAPES).length },
    ]);
    const logs = await api.request('GET', `/platform/projects/${ref}/functions/escape/logs`);
    const lines = logs.body.lines as { source: string; message: string }[];
    return lines.find(({ source: one }) => one === 'boot')?.message;
  };
  // In a process that was started for it, and in one that was ready: an import map can only be had with the first.
  await deploy('escape', source, { 'deno.json': '{"imports":{"named":"./index.ts"}}' });
  await expect.poll(tryAll, { timeout: 60_000 }).toMatch(/ ms\.$/);
  let tries = 0;
  await expect
    .poll(
      async () => {
        tries += 1;
        await deploy('escape', `${source} // ${tries}`);
        return tryAll();
      },
      { timeout: 120_000 },
    )
    .toMatch(/in a process that was ready\.$/);
  expect(reached).toBe(0);
  witness.close();
});
