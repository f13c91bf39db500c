import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ClusterError } from '../../driver.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { uidsAlive } from '../owners/processes-of-uid.ts';

/** Where every installation of this machine writes down which uids are its own. */
const UID_REGISTRY = '/var/lib/basalt/uids';

const FILE = 'uids.json';
/** Uids that a process takes from the range at once: written down beforehand, so that none is given twice after a crash. */
const BATCH = 16;

/** Uids from `first` on, `size` of them. */
export interface UidRange {
  first: number;
  size: number;
}

// Above what containers and dynamic users of systemd take, below the uids that some programs take for negative numbers.
// @see https://systemd.io/UIDS-GIDS/
const WIDE = { first: 1_879_048_192, size: 65_536, count: 4_094 };
// For containers that have 65,536 uids only: small ranges whose uids come back once nothing of them is left.
const NARROW = { first: 60_000, size: 500, count: 10 };

interface Claims {
  token: string;
  ranges: UidRange[];
  /** The next uid that nobody was given; past the end of the last range when all were. */
  next: number;
}

/** The uids that data directories have. Asked only where uids have to be used again. */
export type ListTaken = () => Promise<ReadonlySet<number>>;

/**
 * The uids that the clusters of one root run under. A range belongs to one installation of the machine, and a uid of a wide
 * range is given once: whatever a project left behind under its uid, no later project owns it.
 */
export class UidRanges {
  readonly #root: string;
  readonly #registry: string;
  readonly #lock: string;
  #ranges: readonly UidRange[];
  #batch: number[] = [];
  readonly #given = new Set<number>();
  #refill: Promise<void> = Promise.resolve();

  private constructor(root: string, registry: string, ranges: readonly UidRange[]) {
    this.#root = root;
    this.#registry = registry;
    this.#lock = lockOf(root);
    this.#ranges = ranges;
  }

  /**
   * Claims a range for this root, or finds the one that it has.
   * @throws {ClusterError} unsupported: every range of the machine is taken
   */
  static async open(root: string, registry = UID_REGISTRY): Promise<UidRanges> {
    await mkdir(registry, { recursive: true, mode: 0o700 });
    const ranges = await withFileLock(lockOf(root), async () => {
      const claims = await readClaims(root);
      if (claims && (await isOurs(registry, root, claims))) return claims.ranges;
      return (await claimAnew(root, registry, [])).ranges;
    });
    return new UidRanges(root, registry, ranges);
  }

  /** Is this uid from a range of ours? Only those may be signalled as a whole. */
  owns(uid: number): boolean {
    return this.#ranges.some(({ first, size }) => uid >= first && uid < first + size);
  }

  /** A uid that nobody else is ever given. @throws {ClusterError} unsupported: none is left */
  async take(listTaken: ListTaken): Promise<number> {
    while (this.#batch.length === 0) {
      this.#refill = this.#refill.catch(() => undefined).then(() => this.#fill(listTaken));
      await this.#refill;
    }
    const uid = this.#batch.shift() as number;
    this.#given.add(uid);
    return uid;
  }

  async #fill(listTaken: ListTaken): Promise<void> {
    if (this.#batch.length > 0) return;
    await withFileLock(this.#lock, async () => {
      let claims = await readClaims(this.#root);
      if (!claims) throw new ClusterError('home_unusable', `${join(this.#root, FILE)} is gone: start again.`);
      if (isUsedUp(claims)) {
        const more = await claimAnew(this.#root, this.#registry, claims.ranges).catch(() => null);
        if (more === null) {
          this.#batch = await leftOver(claims.ranges, new Set([...(await listTaken()), ...this.#given]));
          return;
        }
        claims = more;
        this.#ranges = claims.ranges;
      }
      const { first, size } = claims.ranges.at(-1) as UidRange;
      const end = Math.min(claims.next + BATCH, first + size);
      await writeClaims(this.#root, { ...claims, next: end });
      // Earlier versions gave uids of the narrow ranges to clusters without claiming them.
      const taken = first < WIDE.first ? await listTaken() : new Set<number>();
      for (let uid = claims.next; uid < end; uid += 1) if (!taken.has(uid)) this.#batch.push(uid);
    });
  }
}

/** Gives the ranges of a root back, for one that is deleted. */
export async function releaseUidRanges(root: string, registry = UID_REGISTRY): Promise<void> {
  const claims = await readClaims(root).catch(() => null);
  for (const { first } of claims?.ranges ?? [])
    if ((await readClaimant(registry, first))?.token === claims?.token)
      await rm(join(registry, String(first)));
}

function lockOf(root: string): string {
  return join(root, 'locks', '_uids');
}

function isUsedUp({ ranges, next }: Claims): boolean {
  const last = ranges.at(-1);
  return last === undefined || next >= last.first + last.size;
}

/** Narrow ranges are used again: whatever nobody has and of which no process lives. */
async function leftOver(ranges: readonly UidRange[], taken: ReadonlySet<number>): Promise<number[]> {
  const alive = await uidsAlive();
  const free: number[] = [];
  for (const { first, size } of ranges)
    for (let uid = first; uid < first + size && free.length < BATCH; uid += 1)
      if (!taken.has(uid) && !alive.has(uid)) free.push(uid);
  if (free.length > 0) return free;
  throw new ClusterError(
    'unsupported',
    'This machine has no system user left for another database. Remove a project, or run fewer installations on it.',
  );
}

/** A copied data folder has the same claims as the one it was copied from; the machine's register tells whose they are. */
async function isOurs(registry: string, root: string, { token, ranges }: Claims): Promise<boolean> {
  for (const range of ranges) {
    const claimant = await readClaimant(registry, range.first);
    if (claimant === null) {
      // Moved to another machine: the range may be ours here too, unless somebody works under its uids.
      if (!(await isUsable(range)) || !(await tryClaim(registry, range.first, { root, token }))) return false;
    } else if (claimant.token !== token) return false;
    else if (claimant.root !== root) {
      if ((await readClaims(claimant.root))?.token === token) return false;
      await writeFileAtomically(join(registry, String(range.first)), JSON.stringify({ root, token }));
    }
  }
  return true;
}

async function claimAnew(root: string, registry: string, before: readonly UidRange[]): Promise<Claims> {
  const known = await readClaims(root);
  const token = before.length > 0 && known ? known.token : randomBytes(16).toString('hex');
  const range = await claimRange(registry, { root, token });
  const claims = { token, ranges: [...before, range], next: range.first };
  await writeClaims(root, claims);
  return claims;
}

/** Somewhere by chance: installations in containers of one machine do not see each other's registers. */
async function claimRange(registry: string, claimant: Claimant): Promise<UidRange> {
  for (const { first, size, count } of [WIDE, NARROW]) {
    if (!(await isMapped({ first, size: size * count }))) continue;
    const start = randomInt(count);
    for (const mayBeAbandoned of [false, true]) {
      for (let n = 0; n < count; n += 1) {
        const range = { first: first + ((start + n) % count) * size, size };
        if (mayBeAbandoned && !(await dropAbandoned(registry, range))) continue;
        if ((await isUsable(range)) && (await tryClaim(registry, range.first, claimant))) return range;
      }
    }
  }
  throw new ClusterError(
    'unsupported',
    `Every range of system users on this machine is taken by another installation: delete the files in ${registry} whose installations are gone.`,
  );
}

interface Claimant {
  root: string;
  token: string;
}

async function tryClaim(registry: string, first: number, claimant: Claimant): Promise<boolean> {
  const file = await open(join(registry, String(first)), 'wx', 0o600).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return null;
      throw error;
    },
  );
  if (!file) return false;
  try {
    await file.writeFile(JSON.stringify(claimant));
    await file.sync();
  } finally {
    await file.close();
  }
  return true;
}

/** True if the range was claimed by an installation whose folder is gone. */
async function dropAbandoned(registry: string, { first }: UidRange): Promise<boolean> {
  const claimant = await readClaimant(registry, first);
  if (!claimant) return false;
  const owner = claimant.root === '' ? null : await readClaims(claimant.root).catch(() => null);
  if (owner?.token === claimant.token) return false;
  await rm(join(registry, String(first)), { force: true });
  return true;
}

async function isUsable({ first, size }: UidRange): Promise<boolean> {
  for (const uid of await uidsAlive()) if (uid >= first && uid < first + size) return false;
  return true;
}

/** Are these uids there at all? A container may have few. */
async function isMapped({ first, size }: UidRange): Promise<boolean> {
  const map = await readFile('/proc/self/uid_map', 'utf8').catch(() => '0 0 4294967295');
  return map.split('\n').some((line) => {
    const [inside = Number.NaN, , count = 0] = line.trim().split(/\s+/).map(Number);
    return first >= inside && first + size <= inside + count;
  });
}

async function readClaimant(registry: string, first: number): Promise<Claimant | null> {
  const text = await readFile(join(registry, String(first)), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Claimant;
  } catch {
    return { root: '', token: '' }; // its writer was killed: abandoned
  }
}

async function readClaims(root: string): Promise<Claims | null> {
  const text = await readFile(join(root, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Claims);
}

async function writeClaims(root: string, claims: Claims): Promise<void> {
  await writeFileAtomically(join(root, FILE), `${JSON.stringify(claims)}\n`);
}
