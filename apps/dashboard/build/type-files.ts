import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const REFERENCE = /^\/\/\/ <reference (?:lib="([^"]+)"|no-default-lib="true") ?\/>\s*$/gm;

/**
 * What the editor of functions knows of the world, as two lists of declarations: the language and what the web has, from TypeScript;
 * and Deno, from its own declarations and from ours.
 */
export const TYPE_FILES: Readonly<Record<'standard' | 'deno', () => string[]>> = {
  standard: () => libraries(['esnext', 'webworker', 'webworker.iterable', 'webworker.asynciterable']),
  deno: () => [
    readFileSync(join(dirname(require.resolve('@types/deno/package.json')), 'index.d.ts'), 'utf8'),
    readFileSync(join(import.meta.dirname, 'edge-runtime.d.ts'), 'utf8'),
  ],
};

/** These libraries of TypeScript and those that they stand on, each once. */
function libraries(names: readonly string[]): string[] {
  const folder = dirname(require.resolve('typescript-js'));
  const wanted = new Set(names);
  // The set grows while it is gone through.
  return [
    ...wanted.keys().map((name) => {
      const text = readFileSync(join(folder, `lib.${name}.d.ts`), 'utf8');
      for (const [, other] of text.matchAll(REFERENCE)) if (other !== undefined) wanted.add(other);
      return text.replaceAll(REFERENCE, '');
    }),
  ];
}
