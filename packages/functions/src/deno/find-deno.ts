import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The packages that carry Deno, by platform and architecture as Node names them. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@deno/linux-x64-glibc',
  'linux-arm64': '@deno/linux-arm64-glibc',
  'darwin-x64': '@deno/darwin-x64',
  'darwin-arm64': '@deno/darwin-arm64',
};

/**
 * The program that runs functions, which comes with the npm packages.
 * @throws Error that says what to do where there is none for this machine, or it was not installed
 */
export function findDeno(): string {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) throw new Error(`Functions do not run on ${process.platform} ${process.arch}.`);
  try {
    return join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', 'deno');
  } catch (cause) {
    throw new Error(`The package ${name}, which runs functions, is not installed. Run npm install.`, {
      cause,
    });
  }
}
