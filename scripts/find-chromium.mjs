import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { startLine } from './progress-line.mjs';
import { runCommand } from './run-command.mjs';

const NAMES = [
  // Without the windows of a whole browser, which take a third of the processor's time that journeys need.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium that starts: the one BASALT_TEST_CHROMIUM names, one of the machine, Playwright's own,
 * else one that is fetched now. Throws a sentence for people when there is none.
 */
export async function findChromium(root) {
  const named = process.env.BASALT_TEST_CHROMIUM;
  if (named) {
    if (await starts(named)) return named;
    throw new Error(`BASALT_TEST_CHROMIUM names ${named}, which does not start: correct it or leave it out.`);
  }
  const present = await firstThatStarts([...machinePaths(), playwrightPath(root)]);
  return present ?? (await fetchChromium(root));
}

function machinePaths() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...MAC_APPS];
}

function playwrightPath(root) {
  const { chromium } = createRequire(join(root, 'e2e/package.json'))('@playwright/test');
  return chromium.executablePath();
}

async function firstThatStarts(paths) {
  for (const path of paths) if (path && (await starts(path))) return path;
  return null;
}

/** A file is not enough: it may be a stub that asks to install something, or miss its libraries. */
async function starts(path) {
  if (!existsSync(path)) return false;
  const { code, output } = await runCommand(path, ['--version'], { timeout: 15_000 });
  return code === 0 && /\d+\.\d+/.test(output);
}

async function fetchChromium(root) {
  const playwright = join(root, 'node_modules/playwright/cli.js');
  await attempt(
    "Fetching Playwright's Chromium",
    process.execPath,
    [playwright, 'install', 'chromium'],
    180_000,
  );
  const own = await firstThatStarts([playwrightPath(root)]);
  if (own !== null) return own;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const script =
      'apt-get update && { apt-get install -y --no-install-recommends chromium-headless-shell || apt-get install -y --no-install-recommends chromium; }';
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await attempt("Installing Debian's Chromium", '/bin/sh', ['-c', script], 300_000, env);
    const packaged = await firstThatStarts(machinePaths());
    if (packaged !== null) return packaged;
  }
  throw new Error(
    'The browser journeys need a Chromium: install one (Debian: apt-get install chromium) or name one in BASALT_TEST_CHROMIUM.',
  );
}

async function attempt(title, command, args, timeout, env = process.env) {
  const end = startLine(title);
  const { code } = await runCommand(command, args, { timeout, env });
  end(code === 0 ? 'done' : 'not possible');
}
