import { beforeAll, expect, test } from 'vitest';
import type { ScriptService } from '../src/ui/code-editor/typescript/script-service.ts';
import { createScriptService } from '../src/ui/code-editor/typescript/script-service.ts';
import { TYPE_FILES } from './type-files.ts';

let service: ScriptService;
beforeAll(() => {
  service = createScriptService([...TYPE_FILES.standard(), ...TYPE_FILES.deno()]);
});

/** The problems of `index.ts`, with what stands there. */
function problems(text: string, others: Record<string, string> = {}): string[] {
  return told(text, others).flatMap(({ severity, said }) => (severity === 'hint' ? [] : [said]));
}

function told(text: string, others: Record<string, string> = {}) {
  const files = Object.entries({ ...others, 'index.ts': text }).map(([path, content]) => ({
    path,
    text: content,
  }));
  service.setFiles(files);
  return service
    .problems('index.ts')
    .map(({ from, to, message, severity }) => ({ severity, said: `${text.slice(from, to)}: ${message}` }));
}

test('what functions are made of has no problems', () => {
  const text = `import { createClient, type User } from 'npm:@supabase/supabase-js@2';
import { z } from 'jsr:@zod/zod';
import { readFile } from 'node:fs/promises';
import confetti from 'https://esm.sh/canvas-confetti';
import _ from 'lodash';
import fp from 'lodash/fp';
import { words } from '@/words.ts';
import data from './data.json' with { type: 'json' };

const client = createClient(Deno.env.get('SUPABASE_URL')!, 'key');
export const find = async (user: User): Promise<number> => (await client.from('x').select(user.id)).count;
Deno.serve({ onListen: () => {} }, async (request: Request, info) => {
  using file = await Deno.open('x');
  const { name } = await request.json();
  EdgeRuntime.waitUntil(readFile('x'));
  const { socket, response } = Deno.upgradeWebSocket(request);
  socket.onmessage = ({ data }) => console.log(data, info.remoteAddr.transport, import.meta.dirname);
  const stream = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(words)) });
  const key = await crypto.subtle.digest('SHA-256', new Uint8Array(3));
  if (name) return response;
  return new Response(stream.pipeThrough(new CompressionStream('gzip')), { status: data.status, headers: { key: \`\${key.byteLength}\` } });
});
export default { fetch: (_request: Request) => Response.json([z, confetti, _.chunk([1]), fp].toSorted()) };`;
  const imports = { lodash: 'npm:lodash@4', '@/': './lib/' };
  expect(
    problems(text, {
      'deno.jsonc': `{ // names
        "imports": ${JSON.stringify(imports)} }`,
      'lib/words.ts': "export const words = 'x';",
      'data.json': '{ "status": 200 }',
    }),
  ).toEqual([]);
});

test('what is wrong is found where it stands', () => {
  expect(
    problems(
      "import { word } from './lib/words.ts';\nimport './lib/words';\nimport 'lodash';\nDeno.serve(() => new Respons(word.lenght));",
      { 'lib/words.ts': "export const word = 'x';" },
    ),
  ).toEqual([
    "'./lib/words': Cannot find module or type declarations for side-effect import of './lib/words'.",
    "'lodash': Cannot find module or type declarations for side-effect import of 'lodash'.",
    expect.stringContaining("Respons: Cannot find name 'Respons'. Did you mean 'Response'?"),
    expect.stringContaining("lenght: Property 'lenght' does not exist"),
  ]);
  expect(problems('const a = = 1;')).toEqual([expect.stringContaining('=: Expression expected.')]);
  // A file that has gone is gone.
  expect(problems("import './lib/words.ts';")).toHaveLength(1);
});

test('names are completed and described', () => {
  const text = "import * as all from './lib/words.ts';\nDeno.se\nall.";
  problems(text, { 'lib/words.ts': '/** What is said. */\nexport const said = 1;' });
  const names = (at: number) => service.complete('index.ts', at)?.options.map(({ name }) => name);
  const at = text.indexOf('Deno.se') + 'Deno.se'.length;
  expect(names(at)).toContain('serve');
  expect(service.describe('index.ts', at, 'serve')?.text).toMatch(/Serves HTTP requests/);
  expect(names(text.length)).toEqual(['said']);
  expect(service.describe('index.ts', text.length, 'said')).toEqual({
    code: 'const said: 1',
    text: 'What is said.',
  });
  expect(service.hover('index.ts', text.indexOf('Deno'))?.code).toBe('namespace Deno');
  expect([
    service.complete('no.ts', 0),
    service.hover('README.md', 0),
    service.problems('__proto__'),
  ]).toEqual([null, null, []]);
});

test('packages that were deployed have their types, others say that they have none', () => {
  const text = `import { greet, type Greeting } from 'npm:greeter@1';
import { loud } from 'greets/loud';
import { old } from 'npm:twice';
import large from 'npm:large';
import later from 'npm:later@2';
export const said: Greeting = greet(1);
export const all = [loud('x').lenght, old, large, later];`;
  const manifest = JSON.stringify({
    name: 'greeter',
    types: './dist/index.d.ts',
    exports: { '.': { types: './dist/index.d.ts' }, './loud': { types: './dist/loud.d.ts' } },
  });
  const pack = (name: string, version: string, files: Record<string, string>) => ({
    name,
    version,
    files: Object.entries(files).map(([path, content]) => ({ path, text: content })),
  });
  service.setPackages([
    pack('greeter', '1.2.3', {
      'package.json': manifest,
      'dist/index.d.ts':
        "import type { Tone } from 'tones';\nexport interface Greeting { tone: Tone }\nexport declare function greet(name: string): Greeting;",
      'dist/loud.d.ts': 'export declare function loud(text: string): string;',
    }),
    pack('tones', '1.0.0', {
      'package.json': '{"types":"t.d.ts"}',
      't.d.ts': "export type Tone = 'high' | 'low';",
    }),
    pack('twice', '1.0.0', {}),
    pack('twice', '2.0.0', {}),
    pack('large', '1.0.0', {}),
  ]);
  const map = { 'deno.json': '{"imports":{"greets":"npm:greeter@1"}}' };
  const found = told(text, map);
  expect(found).toEqual([
    { severity: 'error', said: expect.stringMatching(/^1: Argument of type 'number'/) },
    { severity: 'error', said: expect.stringMatching(/^lenght: Property 'lenght' does not exist/) },
    {
      severity: 'hint',
      said: expect.stringContaining('twice are not loaded, because it is there in several'),
    },
    { severity: 'hint', said: expect.stringContaining('large are too large to be loaded') },
    { severity: 'hint', said: expect.stringContaining('later are loaded once this is deployed') },
  ]);
  expect(service.hover('index.ts', text.indexOf('said'))?.code).toBe('const said: Greeting');
  service.setPackages([]);
  expect(told(text, map).every(({ severity }) => severity === 'hint')).toBe(true);
});
