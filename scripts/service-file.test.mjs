import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const UNIT = readFileSync(join(ROOT, 'deploy/systemd/basalt.service'), 'utf8');
const settings = (name) => [...UNIT.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);

test('the unit of systemd names what the package has', () => {
  const [folder] = settings('WorkingDirectory');
  const [document] = settings('Documentation');
  const inPackage = document?.replace(`file:${folder}/node_modules/basalt/`, '') ?? '';
  expect(existsSync(join(ROOT, inPackage))).toBe(true);
  const bins = /bin: \{ (\w+): /.exec(readFileSync(join(ROOT, 'packaging/make-package.mjs'), 'utf8'));
  expect(settings('ExecStart')).toEqual([`${folder}/node_modules/.bin/${bins?.[1]}`]);
  expect(settings('ReadWritePaths')).toEqual([`${folder}/node_modules`]);
  const [home] = settings('Environment').map((each) => each.replace('BASALT_HOME=/var/lib/', ''));
  expect(settings('StateDirectory').join(' ').split(' ')).toContain(home);
});

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd finds nothing wrong with it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'basalt-unit-'));
  try {
    // Its program is looked for, and is not installed where tests run.
    const program = join(folder, 'basalt');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    const file = join(folder, 'basalt.service');
    mkdirSync(join(folder, 'work'));
    writeFileSync(
      file,
      UNIT.replace(/^ExecStart=.*$/m, `ExecStart=${program}`).replace(
        /^WorkingDirectory=.*$/m,
        `WorkingDirectory=${folder}/work`,
      ),
    );
    const said = execFileSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(said).toBe('');
    // The lower the better; 9.6 without any.
    const security = ['security', '--offline=true', '--threshold=60', file];
    execFileSync('systemd-analyze', security, { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
