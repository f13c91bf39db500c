import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const KEPT_OUTPUT = 2 * 1024 * 1024;
const running = new Set();

/**
 * Runs a program in a process group of its own and collects what it prints. Never rejects.
 * `timeout` is in milliseconds; when it is over, the whole group is killed.
 * @returns {Promise<{ code: number, timedOut: boolean, output: string }>} `code` is 127 when it cannot be started.
 */
export function runCommand(command, args, { cwd, env = process.env, timeout }) {
  return new Promise((resolve) => {
    let output = '';
    let timedOut = false;
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    };
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const timer = setTimeout(() => {
      timedOut = true;
      void endGroup(child, 5_000);
    }, timeout);
    const settle = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, timedOut, output });
    };
    child.once('error', (error) => {
      keep(`${error.message}\n`);
      settle(127);
    });
    child.once('close', (code, signal) => settle(code ?? exitCodeOf(signal)));
    // Something it left behind can hold the pipes open long after it has ended.
    child.once('exit', () => setTimeout(() => endPipes(child), 2_000).unref());
  });
}

/** Ends everything {@link runCommand} has started and not finished. */
export async function endRunningCommands() {
  await Promise.all([...running].map((child) => endGroup(child, 2_000)));
}

/** The exit code a shell would show for a program that a signal ended. */
export function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}

async function endGroup(child, patience) {
  signalGroup(child, 'SIGTERM');
  const until = Date.now() + patience;
  while (Date.now() < until && signalGroup(child, 0)) await new Promise((done) => setTimeout(done, 50));
  signalGroup(child, 'SIGKILL');
  endPipes(child);
}

function endPipes(child) {
  child.stdout.destroy();
  child.stderr.destroy();
}

function signalGroup(child, signal) {
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}
