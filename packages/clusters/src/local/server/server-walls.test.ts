import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteOn, walledCommand } from './server-walls.ts';

const OWNER = { uid: 1_900_000_000, gid: 1_900_000_000 };
const SERVER = { program: '/bin/postgres', arguments: ['-c', 'port=1'], dataDirectory: '/data' };
const ALL = { namespaces: true, noNewPrivileges: true };

describe('the command of a server', () => {
  test.each([
    ['with all walls', OWNER, ALL, 'unshare', null],
    ['without namespaces', OWNER, { ...ALL, namespaces: false }, 'setpriv', null],
    ['without walls', OWNER, { namespaces: false, noNewPrivileges: false }, '/bin/sh', OWNER],
    ['under our own user', null, ALL, 'setpriv', null],
  ] as const)('%s', (_, owner, walls, program, changedBySpawn) => {
    const command = walledCommand(SERVER, owner, walls, 100);
    expect(command.program).toBe(program);
    expect(command.owner).toBe(changedBySpawn);
    expect(command.arguments.slice(-3)).toEqual(['/bin/postgres', '-c', 'port=1']);
    const changesUser = command.arguments.includes('--reuid');
    expect(changesUser).toBe(owner !== null && walls.noNewPrivileges);
    expect(command.arguments.includes('--no-new-privs') || program === 'setpriv').toBe(walls.noNewPrivileges);
  });
});

describe('what is done before the server runs', () => {
  let data: string;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'walls-'));
    mkdirSync(join(data, 'pg_wal'));
  });
  afterEach(() => rmSync(data, { recursive: true }));

  const run = (script: string, mostProcesses: number | null = null) => {
    const server = { program: '/bin/sh', arguments: ['-c', script], dataDirectory: data };
    const command = walledCommand(server, null, { namespaces: false, noNewPrivileges: false }, mostProcesses);
    return execFileSync(command.program, command.arguments, { encoding: 'utf8' }).trim();
  };

  test('limits hold for all that it starts', () => {
    expect(run('ulimit -c; ulimit -n')).toBe('0\n4096');
    expect(run('ulimit -p 2>/dev/null || ulimit -u', 123)).toBe('123');
  });

  test('it does not interrupt whoever wakes it', () => {
    expect(run('chrt --pid $$')).toContain('SCHED_BATCH');
  });

  test('a folder for finished segments is there, without what a killed server began to copy', () => {
    const folder = join(data, 'pg_wal', 'outbox');
    run('exit 0');
    writeFileSync(join(folder, 'archtemp.1.2'), 'half');
    writeFileSync(join(folder, '000000010000000000000001'), 'whole');
    run('exit 0');
    expect(readdirSync(folder)).toEqual(['000000010000000000000001']);
  });

  test('a link in its place is replaced, and what it leads to stays', () => {
    const elsewhere = join(data, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'archtemp.1.2'), 'not ours');
    symlinkSync(elsewhere, join(data, 'pg_wal', 'outbox'));
    run('exit 0');
    expect(readdirSync(elsewhere)).toEqual(['archtemp.1.2']);
    expect(readdirSync(join(data, 'pg_wal', 'outbox'))).toEqual([]);
  });
});

describe('what is said at the start', () => {
  test.each([
    ['as root with all walls', true, true, true, /^$/],
    [
      'as root in a container',
      true,
      false,
      true,
      /system user of its own.*does not offer a view of processes/,
    ],
    ['as root without util-linux', true, false, false, /and the ban on programs that gain rights/],
    ['as an ordinary user', false, false, true, /can read the files of all.*Start as root/],
  ] as const)('%s', (_, isRoot, namespaces, noNewPrivileges, words) => {
    expect(noteOn(isRoot, namespaces, noNewPrivileges) ?? '').toMatch(words);
  });
});
