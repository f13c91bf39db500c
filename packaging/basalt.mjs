#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRuntime } from '../scripts/find-runtime.mjs';
import { runServer } from '../scripts/run-server.mjs';
import { completionFor } from './completion.mjs';

// The program `basalt` of the package. Works on the Node of the machine; what it runs may need the one that the package brings along.

const root = join(import.meta.dirname, '..');
const server = join(root, 'apps/server/src');

const HELP = `basalt: a complete backend-as-a-service on one machine

  basalt [start] [options]        run it in this terminal; data is kept in ./.basalt
      --only platform|gateway     one of its two processes
      --restore-from s3://…       go on with an installation whose machine is lost
      --reset-password <e-mail>   print a link with which somebody sets a new password
  basalt status [--json]          whether it runs, and answers
  basalt stop                     end it, and its databases, cleanly
  basalt backup [ref]             back up all projects, or one, now
  basalt restore …                a project to a backup or a moment, or everything from a bucket
  basalt upgrade …                bring data of an earlier version up to date, or go back
  basalt db-url <ref>             the superuser's connection string of a project
  basalt backup-key               a new key that backups in a bucket are encrypted with
  basalt completion <shell>       completions for bash, zsh or fish
  basalt <command> --help         of backup, restore and upgrade
  basalt --help, --version

Settings are variables of the environment, such as BASALT_HOME and BASALT_PORT.
They are listed in ${join(root, 'README.md')}.`;

const [command, ...rest] = process.argv.slice(2);
switch (command) {
  case undefined:
  case 'start':
    await start(rest);
    break;
  case 'status':
  case 'stop':
    run('control.js', [command, ...rest]);
    break;
  case 'backup':
  case 'restore':
  case 'upgrade':
  case 'db-url':
  case 'backup-key':
    run(`${command}.js`, rest);
    break;
  case 'completion':
    complete(rest[0]);
    break;
  case 'help':
  case '--help':
  case '-h':
    console.log(HELP);
    break;
  case '--version':
  case '-v':
    console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
    break;
  default:
    if (command.startsWith('--')) await start([command, ...rest]);
    else fail(`There is no command ${command}. "basalt --help" lists them.`, 2);
}

async function start(args) {
  const compiled = join(root, 'node_modules/.cache/compiled');
  const how = { cwd: process.cwd(), compiled };
  process.exitCode = await runServer(runtime(), join(server, 'main.js'), args, how);
}

function run(script, args) {
  const flags = ['--disable-warning=ExperimentalWarning', join(server, script), ...args];
  process.exitCode = spawnSync(runtime(), flags, { stdio: 'inherit' }).status ?? 1;
}

function complete(shell) {
  const script = completionFor(shell);
  if (script === null) fail('Say for which shell: basalt completion bash, zsh or fish.', 2);
  else process.stdout.write(script);
}

function runtime() {
  try {
    return findRuntime(root);
  } catch (error) {
    fail(error.message, 1);
    return process.exit();
  }
}

function fail(sentence, code) {
  console.error(sentence);
  process.exitCode = code;
}
