import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findRuntime } from './find-runtime.mjs';
import { prepare } from './prepare.mjs';
import { endRunningCommands, exitCodeOf } from './run-command.mjs';

const root = join(import.meta.dirname, '..');
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A terminal and npm both pass a Ctrl-C on; signals this close together (milliseconds) are one wish. */
const SAME_WISH = 500;
/** How long a forced end may take before the processes are killed. */
const FORCE_AFTER = 3_000;

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
  return await runServer(runtime, args);
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

/** Runs the server to its end. It gets its own process group, so that it hears of a Ctrl-C from us only, and once. */
function runServer(runtime, args) {
  return new Promise((resolve) => {
    const main = join(root, 'apps/server/src/main.ts');
    const flags = ['--disable-warning=ExperimentalWarning'];
    // From the first file on: what strips types from files that are in no cache stays in memory, some 10 MB.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };
    const server = spawn(runtime, [...flags, main, ...args], {
      cwd: root,
      env,
      detached: true,
      stdio: 'inherit',
    });
    const forward = passOn(server);
    for (const signal of STOP_SIGNALS) process.on(signal, forward);
    server.once('error', (error) => {
      console.error(`Basalt could not be started with ${runtime}: ${error.message}`);
      resolve(1);
    });
    server.once('exit', (code, signal) => {
      for (const name of STOP_SIGNALS) process.off(name, forward);
      resolve(code ?? exitCodeOf(signal));
    });
  });
}

/** The first signal asks the server to stop; the second insists, and kills what is still there a moment later. */
function passOn(server) {
  let first = 0;
  let forced = false;
  return (signal) => {
    if (first !== 0 && Date.now() - first < SAME_WISH) return;
    server.kill(signal);
    if (first === 0) {
      first = Date.now();
      return;
    }
    if (forced) return;
    forced = true;
    setTimeout(() => killGroup(server), FORCE_AFTER).unref();
  };
}

function killGroup(server) {
  try {
    process.kill(-server.pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
