import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresMajor } from '@basalt/clusters';
import { isAlive } from './alive.ts';
import { type Attempt, NotApplicable, type Scene } from './attempt.ts';
import { Canary } from './canary.ts';
import { foreignLogIn } from './foreign-log.ts';
import { freePlace } from './free-place.ts';
import { HostProcess } from './host-process.ts';
import { breakInto, type Intruder } from './intruder.ts';
import type { Verdict } from './matrix.ts';
import { harmTo, makeNeighbour, type Neighbour } from './neighbour.ts';
import { type OperationName, type Outcome, runOperation, scratchOf } from './operations.ts';
import { killAll, processesOf, processesWith, uidOf } from './processes.ts';
import { compileLibrary } from './telling-library.ts';
import { Witness } from './witness.ts';

export interface Result {
  attempt: Attempt;
  verdict: Verdict;
  /** What is broken, or why it cannot be tried. */
  because: string[];
}

/** In memory where there is some: a thousand small files a cluster. */
const PARENT = '/dev/shm';
const NOT_BEGUN: Outcome = { error: null, hangs: false };
/** Ports are given out again when so many projects have been made and thrown away. */
const PLACES = 70;
/** What was planted may speak up a moment after the operation. */
const SETTLE_MS = 200;

/** A machine with a platform, a neighbour and things of root's, where projects are made, broken into and thrown away. */
export class Yard {
  readonly host: HostProcess;
  readonly #base: string;
  readonly #witness: Witness;
  readonly #neighbour: Neighbour;
  readonly #platform: Neighbour;
  readonly #library: string | null;
  readonly #uid: number | null;
  readonly #firstPort: number;
  #projects = 0;

  private constructor(parts: {
    host: HostProcess;
    base: string;
    witness: Witness;
    neighbour: Neighbour;
    platform: Neighbour;
    uid: number | null;
    firstPort: number;
  }) {
    this.host = parts.host;
    this.#base = parts.base;
    this.#witness = parts.witness;
    this.#neighbour = parts.neighbour;
    this.#platform = parts.platform;
    this.#uid = parts.uid;
    this.#firstPort = parts.firstPort;
    this.#library = compileLibrary(this.#base, parts.witness.port);
  }

  /** @param uid who looks after the clusters; null: root */
  static async open(uid: number | null): Promise<Yard> {
    const base = mkdtempSync(join(PARENT, 'basalt-breach-'));
    chmodSync(base, 0o711);
    const home = join(base, 'home');
    mkdirSync(home, { mode: 0o711 });
    if (uid !== null) chownSync(home, uid, uid);
    for (const [name, mode] of [
      ['open', 0o1777],
      ['canaries', 0o711],
    ] as const) {
      mkdirSync(join(base, name));
      chmodSync(join(base, name), mode);
    }
    const secret = newSecret();
    const firstPort = await freePlace();
    const host = new HostProcess({ home, firstPort, secret, uid });
    try {
      await host.start();
      writeFileSync(join(home, 'secret.key'), `${secret}\n`, { mode: 0o600 });
      if (uid !== null) chownSync(join(home, 'secret.key'), uid, uid);
      const platform = await makeNeighbour(host, 'platform', newSecret(), null);
      const neighbour = await makeNeighbour(host, 'neighbour', newSecret(), firstPort);
      return new Yard({ host, base, witness: await Witness.open(), neighbour, platform, uid, firstPort });
    } catch (error) {
      for (const ref of ['neighbour', 'platform']) await host.driver.remove(ref).catch(() => undefined);
      await host.kill();
      rmSync(base, { recursive: true, force: true, maxRetries: 3 });
      throw error;
    }
  }

  /** Plants all of these in one project, lets the operation run, and looks. */
  async try(attempts: readonly Attempt[], operation: OperationName, major: PostgresMajor): Promise<Result[]> {
    this.#projects += 1;
    const ref = `p${this.#projects}`;
    const port = this.#firstPort + 2 + 2 * (this.#projects % PLACES);
    const fresh = { ref: `${ref}-new`, port: port + 1 };
    const ends: (() => unknown)[] = [];
    await this.host.driver.create({ ref, kind: 'project', major, port });
    const { address, pid: server } = await this.host.driver.start(ref);
    await this.host.platform.session(ref, 'create table public.own as select 1 as n; checkpoint');
    await this.host.backups.ship(ref);
    const intruder = await breakInto(address);
    try {
      const scenes: { attempt: Attempt; at: Scene }[] = [];
      for (const [n, attempt] of attempts.entries()) {
        const name = `${ref}.${n}`;
        // What each attempt leaves behind is told apart; the end of the intruder is the end of them all.
        const own = await breakInto(address, `${intruder.mark}-${name}-`);
        scenes.push({ attempt, at: this.#scene({ ref, major, operation, intruder: own, ends, name }) });
      }
      const barred = new Map<Attempt, string>();
      for (const { attempt, at } of scenes)
        await attempt.plant?.(at).catch((error: unknown) => {
          if (error instanceof NotApplicable) return void barred.set(attempt, error.message);
          // A server that died of it has taken along the session in which it was planted.
          if (isAlive(server)) throw error;
        });
      const outcome = await runOperation(operation, { host: this.host, ref, fresh });
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const results: Result[] = [];
      const common = await this.#commonHarm(ref, outcome);
      for (const { attempt, at } of scenes) {
        const reason = barred.get(attempt);
        if (reason !== undefined) {
          results.push({ attempt, verdict: 'not applicable', because: [reason] });
          continue;
        }
        at.outcome = outcome;
        results.push(await this.#judge(attempt, at, common));
      }
      return results;
    } catch (error) {
      if (!(error instanceof NotApplicable)) throw error;
      return attempts.map((attempt) => ({
        attempt,
        verdict: 'not applicable',
        because: [(error as Error).message],
      }));
    } finally {
      await this.#clear([ref, fresh.ref, scratchOf(ref)], intruder, ends);
    }
  }

  async close(): Promise<void> {
    const { driver } = this.host;
    const refs = await driver.list().catch(() => []);
    for (const ref of [...refs, 'platform']) await driver.remove(ref).catch(() => undefined);
    await this.host.kill();
    await this.#witness.close();
    killAll(processesWith(`BREACH_HOME=${this.#base}`));
    if (this.#uid !== null) killAll(processesOf(this.#uid));
    rmSync(this.#base, { recursive: true, force: true, maxRetries: 3 });
  }

  #scene(parts: {
    ref: string;
    major: PostgresMajor;
    operation: OperationName;
    intruder: Intruder;
    ends: (() => unknown)[];
    name: string;
  }): Scene {
    const { ref, major, operation, intruder, ends, name } = parts;
    const canary = new Canary(join(this.#base, 'canaries', name));
    return {
      host: this.host,
      ref,
      major,
      operation,
      intruder,
      neighbour: this.#neighbour,
      platform: this.#platform,
      canary,
      isRoot: this.#uid === null,
      open: join(this.#base, 'open'),
      tell: this.#witness.command(name),
      told: () => this.#witness.of(name),
      library: this.#library && this.#libraryFor(this.#library, name),
      outcome: NOT_BEGUN,
      onEnd: (task) => void ends.push(task),
    };
  }

  /** The name of a library says whose it is. */
  #libraryFor(library: string, name: string): string {
    const copy = join(this.#base, 'canaries', `${name}.so`);
    copyFileSync(library, copy);
    chmodSync(copy, 0o755);
    return copy;
  }

  /** What no attempt may bring about, whatever it is. */
  async #commonHarm(ref: string, outcome: Outcome): Promise<string[]> {
    const harm = outcome.hangs ? ['the operation does not end'] : [];
    if (!this.host.isAlive()) harm.push('the platform process is dead');
    if (outcome.hangs || !this.host.isAlive()) await this.host.startAgain();
    for (const neighbour of [this.#neighbour, this.#platform]) {
      harm.push(...(await harmTo(this.host, neighbour)));
      harm.push(...foreignLogIn(join(this.host.home, 'backups', ref), neighbour));
    }
    return harm;
  }

  async #judge(attempt: Attempt, at: Scene, common: readonly string[]): Promise<Result> {
    const because = [...common, ...at.canary.changes().map((line) => `canary: ${line}`)];
    try {
      because.push(...((await attempt.afterwards?.(at)) ?? []));
    } catch (error) {
      if (!(error instanceof NotApplicable)) throw error;
      return { attempt, verdict: 'not applicable', because: [error.message] };
    }
    if (because.length === 0) return { attempt, verdict: 'held', because };
    const isDeclared = this.#uid !== null && attempt.withoutRoot === 'not separated';
    return { attempt, verdict: isDeclared ? 'not separated' : 'broken', because };
  }

  /** Whatever came of it, the next attempt finds nothing of this one. */
  async #clear(refs: readonly string[], intruder: Intruder, ends: (() => unknown)[]): Promise<void> {
    intruder.end();
    for (const end of ends.reverse()) await end();
    const removing = async () => {
      for (const ref of refs) await this.host.driver.remove(ref);
    };
    const late = new Promise((_resolve, reject) => setTimeout(reject, 15_000, new Error('late')).unref());
    await Promise.race([removing(), late]).catch(async () => {
      await this.host.startAgain();
      await removing();
    });
    // Hundreds of rounds would fill the memory that all of this lies in.
    for (const ref of refs) rmSync(join(this.host.home, 'backups', ref), { recursive: true, force: true });
    for (const { ref } of [this.#neighbour, this.#platform]) await this.host.backups.removeAll(ref);
    if (uidOf(this.#neighbour.pid) === -1) throw new Error('The neighbour did not survive: see above.');
  }
}

function newSecret(): string {
  return `secret-${randomBytes(16).toString('hex')}`;
}
