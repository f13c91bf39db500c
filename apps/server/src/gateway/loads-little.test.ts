import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Imports the module in a process of its own, and prints which files of packages that took. */
const SCRIPT = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name !== undefined) packages.add(name);
      return next(url, context);
    },
  });
  await import(process.argv[1]);
  console.log(JSON.stringify([...packages].sort()));
  process.exit(0);`;

async function packagesOf(module: string): Promise<string[]> {
  const url = new URL(module, import.meta.url).href;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SCRIPT, url];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as string[];
}

/**
 * All projects wait while the gateway starts, and what it loads it holds for ever. The schemas are a third of all, what checks
 * passkeys a quarter; the client of buckets is for those who keep objects in one.
 */
test.each([
  '../begin-process.ts',
  './open-gateway.ts',
  './wait-for-platform.ts',
  '../open-object-files.ts',
  '../../../../packages/platform/src/project-runtime/index.ts',
])(
  'the gateway does not load the schemas of the contract, nor what few of its projects ask for: %s',
  async (module) => {
    const packages = await packagesOf(module);
    expect(
      packages.filter((name) =>
        /^(zod$|@orpc\/|@aws-sdk\/|@smithy\/|@simplewebauthn\/|@peculiar\/|graphql$)/.test(name),
      ),
    ).toEqual([]);
  },
  30_000,
);
