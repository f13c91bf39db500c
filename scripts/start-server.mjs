import { join } from 'node:path';
import { findRuntime } from './find-runtime.mjs';
import { prepare } from './prepare.mjs';
import { endRunningCommands } from './run-command.mjs';
import { runServer } from './run-server.mjs';

const root = join(import.meta.dirname, '..');
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Prepares the clone, runs the server with `args` and returns the exit code. */
export async function start(args) {
  const stopEarly = () => void endRunningCommands().then(() => process.exit(130));
  for (const signal of STOP_SIGNALS) process.on(signal, stopEarly);
  let runtime;
  try {
    await prepare(root, { dashboard: !needsNoDashboard(args) });
    runtime = findRuntime(root);
  } catch (error) {
    console.error(sentenceOf(error, root));
    return 1;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stopEarly);
  }
  const compiled = join(root, 'node_modules/.cache/compiled');
  return await runServer(runtime, join(root, 'apps/server/src/main.ts'), args, { cwd: root, compiled });
}

/** Why a clone cannot be set up, for whoever runs it. */
export function sentenceOf({ code, path, message }, clone) {
  const place = path ?? clone;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${place} cannot be written, and this clone has to be set up first. Run the first start as the user who owns ${clone}.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${clone} is full. Free some space and start again.`;
    default:
      return message;
  }
}

function needsNoDashboard(args) {
  return /(^| )(--only[= ]gateway( |$)|--reset-password[= ])/.test(args.join(' '));
}
