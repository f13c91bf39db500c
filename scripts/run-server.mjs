import { spawn } from 'node:child_process';
import { exitCodeOf } from './run-command.mjs';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A terminal and npm both pass a Ctrl-C on; signals this close together (milliseconds) are one wish. */
const SAME_WISH = 500;
/** How long a forced end may take before the processes are killed. */
const FORCE_AFTER = 3_000;

/**
 * Runs the server to its end. It gets its own process group, so that it hears of a Ctrl-C from us only, and once.
 * @param compiled folder for compiled code. From the first file on: what strips types from files that are in no cache stays in
 *   memory, some 10 MB
 * @returns {Promise<number>} its exit code
 */
export function runServer(runtime, main, args, { cwd, compiled }) {
  return new Promise((resolve) => {
    const server = spawn(runtime, ['--disable-warning=ExperimentalWarning', main, ...args], {
      cwd,
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
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
