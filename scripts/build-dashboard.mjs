import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRuntime } from './find-runtime.mjs';
import { hashFiles } from './hash-files.mjs';
import { runCommand } from './run-command.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const SOURCES = ['apps/dashboard', 'docs', 'packages/contract', 'packages/sql', 'package-lock.json'];
const TIMEOUT = 5 * 60_000;

const stampPath = (root) => join(root, 'apps/dashboard/dist/.basalt-build');
const wantedStamp = (root) => `${hashFiles(root, SOURCES)}\n`;

/** Whether the built dashboard is missing or older than what it is built from. */
export function dashboardIsStale(root) {
  return readStamp(stampPath(root)) !== wantedStamp(root);
}

/**
 * Builds the dashboard beside the present one and puts it in its place when it is whole, so that a running
 * server never serves half of it. Throws a sentence for people when that fails.
 */
export async function buildDashboard(root) {
  const dashboard = join(root, 'apps/dashboard');
  const draft = join(dashboard, '.cache/dist');
  const wanted = wantedStamp(root);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', draft, '--emptyOutDir'];
  const { code, timedOut, output } = await runCommand(findRuntime(root), args, {
    cwd: dashboard,
    timeout: TIMEOUT,
  });
  if (code !== 0) {
    const why = timedOut ? 'it took longer than 5 minutes' : `Vite ended with code ${code}`;
    throw new Error(`The dashboard could not be built: ${why}. What it said:\n\n${output.trim()}`);
  }
  const place = join(dashboard, 'dist');
  const old = join(dashboard, '.cache/dist-before');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, old);
  renameSync(draft, place);
  rmSync(old, { recursive: true, force: true });
  writeStamp(stampPath(root), wanted);
}
