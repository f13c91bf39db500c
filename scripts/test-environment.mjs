import { delimiter, join } from 'node:path';
import { memoryOf } from './test-scratch.mjs';

/** Settings of the person who runs the tests that would change what the tests see. */
const PERSONAL =
  /^(BASALT_(?!TEST_)|PG|DATABASE_URL$|OPENAI_|ANTHROPIC_|NODE_OPTIONS$|NODE_ENV$|FORCE_COLOR$)/;

/** The environment tests run in: nothing personal, Node 24 first on PATH, temporary files in `scratch`. */
export function testEnvironment(root, scratch, env = process.env) {
  const kept = Object.entries(env).filter(([name]) => !PERSONAL.test(name));
  const bin = join(root, 'node_modules/.bin');
  const memory = memoryOf(scratch);
  return {
    ...Object.fromEntries(kept),
    PATH: `${bin}${delimiter}${env.PATH ?? ''}`,
    TMPDIR: scratch,
    ...(memory === null ? {} : { BASALT_TEST_MEMORY: memory }),
    NO_COLOR: '1',
  };
}
