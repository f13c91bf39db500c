import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names that an operation would meet in a data directory or beside it, so that whoever follows a link finds what he looks for. */
const FILES = [
  'PG_VERSION',
  'postmaster.pid',
  'backup_label',
  'recovery.signal',
  '1259',
  'archtemp.000000010000000000000001.1.1',
  '000000010000000000000001',
  'outbox/archtemp.000000010000000000000001.1.1',
  'outbox/000000010000000000000009.partial',
  'archive_status/000000010000000000000001.ready',
];

/** Files of root that nobody else may read, and that must be the same after an attempt. One for every attempt. */
export class Canary {
  readonly folder: string;
  /** Like /etc/shadow: of root, mode 0600. */
  readonly file: string;
  readonly secret = `canary-${randomBytes(12).toString('hex')}`;
  readonly #before: string[];

  constructor(folder: string) {
    this.folder = folder;
    this.file = join(folder, 'shadow');
    for (const name of ['outbox', 'archive_status']) mkdirSync(join(folder, name), { recursive: true });
    for (const name of [...FILES, 'shadow'])
      writeFileSync(join(folder, name), `${this.secret}\n`, { mode: 0o600 });
    // Whoever knows the name may pass, so that a link leads somewhere.
    chmodSync(folder, 0o711);
    this.#before = portrait(folder);
  }

  /** What is not as it was: gone, new, changed, or somebody else's. */
  changes(): string[] {
    const after = portrait(this.folder);
    return [
      ...this.#before.filter((line) => !after.includes(line)).map((line) => `was ${line}`),
      ...after.filter((line) => !this.#before.includes(line)).map((line) => `is ${line}`),
    ];
  }
}

function portrait(folder: string, name = '.'): string[] {
  const path = join(folder, name);
  const { uid, gid, mode, nlink } = lstatSync(path);
  const own = `${name} ${uid}:${gid} ${mode.toString(8)}`;
  if (lstatSync(path).isDirectory())
    return [own, ...readdirSync(path).flatMap((child) => portrait(folder, join(name, child)))];
  return [`${own} ${nlink} ${createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)}`];
}
