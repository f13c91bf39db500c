import { setTimeout as sleep } from 'node:timers/promises';
import { type RemoteDatabase, withClient } from '@basalt/postgres';
import {
  type Build,
  type ClusterAddress,
  type ClusterDriver,
  ClusterError,
  type ClusterSettings,
  type ClusterStats,
  type ClusterStatus,
  type CreateOptions,
  type ExitListener,
  type KeptData,
  type MachineCapacity,
  type NetworkAccessOf,
  type NewCluster,
  type PostgresMajor,
  type RunningCluster,
  type StartOptions,
  type StatsOptions,
  type Template,
  type VaultKeys,
  type WalPosition,
} from '../driver.ts';
import { attachDatabase } from './attach-database.ts';
import { detachDatabase } from './detach-database.ts';
import { attachLimits, attachProblems, inspectServer, type ServerOffer } from './inspect-server.ts';
import type { ServerKeeper } from './server-keeper.ts';

const ANSWER_WITHIN_MS = 10_000;
/** The name of a new server is not known everywhere at once, and a password takes its keeper a moment. */
const REACHED_WITHIN_MS = 60_000;
const TRY_AGAIN_MS = 500;

/** What is known of the databases that somebody else runs, and the way to them. */
export interface AttachedDatabases {
  /**
   * The database that is attached as this project's; null: the project has a cluster of ours, or nobody knows it. It stays known until
   * the project is forgotten.
   */
  find(ref: string): Promise<RemoteDatabase | null>;
  /** Where it answers as a cluster of this machine does: over a socket, and without a password. */
  door(ref: string, database: string): Promise<Pick<ClusterAddress, 'host' | 'port' | 'database'>>;
  /** What keeps the servers of projects that are found with a keeper; null: there are none. */
  keeper: ServerKeeper | null;
  /** Writes down what was learned of a project's database. */
  learn(ref: string, facts: LearnedFacts): Promise<void>;
}

/** What only shows once a server that is kept for us runs. */
export interface LearnedFacts {
  certificateAuthority?: string;
  /** Like "17.5". */
  version?: string;
  /** What is missing of the project's services there, as sentences. */
  limits?: string[];
}

/**
 * The driver of an installation to which databases of other servers are attached: for projects with one of those it does what can be
 * done from outside, and says of everything else that it is done where the server runs. Where the server is kept for us, its keeper
 * makes, starts, stops and removes it. All others are the other driver's.
 */
export class AttachedDriver implements ClusterDriver {
  readonly #own: ClusterDriver;
  readonly #attached: AttachedDatabases;

  constructor(own: ClusterDriver, attached: AttachedDatabases) {
    this.#own = own;
    this.#attached = attached;
  }

  async create(cluster: NewCluster, options?: CreateOptions): Promise<void> {
    const remote = await this.#attached.find(cluster.ref);
    if (remote === null) return this.#own.create(cluster, options);
    if (remote.logins === null) throw new Error('A database is attached with logins of its own.');
    const keeper = this.#keeperOf(remote);
    if (keeper !== null) {
      await keeper.create(cluster.ref, cluster.major, remote.password, options?.origin);
      await this.#learnAuthority(keeper, cluster.ref);
    }
    const address = await this.address(cluster.ref);
    let offer = await this.#inspect(address, keeper === null ? 0 : REACHED_WITHIN_MS);
    // What was made of another project's archive is prepared already, and has that project's logins.
    if (options?.origin !== undefined && offer.attachedAs !== null) {
      const former = { prefix: offer.attachedAs, password: '' };
      if (former.prefix !== remote.logins.prefix) {
        await detachDatabase(address, former, { keepSchemas: true });
        offer = await this.#inspect(address, 0);
      }
    }
    const problems = attachProblems(offer, remote.logins.prefix);
    if (problems.length > 0) throw new ClusterError('unsupported', problems.join(' '));
    await attachDatabase(address, offer, remote.logins, { isPrivate: keeper !== null });
    if (keeper !== null)
      await this.#attached.learn(cluster.ref, { version: offer.version, limits: attachLimits(offer) });
  }

  async start(ref: string, settings?: ClusterSettings, options?: StartOptions): Promise<RunningCluster> {
    const remote = await this.#attached.find(ref);
    if (remote === null) return this.#own.start(ref, settings, options);
    const keeper = this.#keeperOf(remote);
    if (keeper !== null) {
      await keeper.start(ref, settings);
      await this.#learnAuthority(keeper, ref);
    }
    return this.#running(ref, keeper === null ? 0 : REACHED_WITHIN_MS);
  }

  /** Nobody stops a server that is somebody else's: its connections are given up with the project. */
  async stop(ref: string): Promise<void> {
    const remote = await this.#attached.find(ref);
    if (remote === null) return this.#own.stop(ref);
    await this.#keeperOf(remote)?.stop(ref);
  }

  async restart(ref: string, settings?: ClusterSettings): Promise<RunningCluster> {
    const remote = await this.#attached.find(ref);
    const keeper = remote === null ? null : this.#keeperOf(remote);
    if (keeper === null) {
      await this.#refuse(ref, 'restarted');
      return this.#own.restart(ref, settings);
    }
    await keeper.restart(ref, settings);
    return this.#running(ref, REACHED_WITHIN_MS);
  }

  /** Detaches it. What its owner has built on the services' tables keeps them where they are. One that is kept for us is deleted. */
  async remove(ref: string): Promise<void> {
    const remote = await this.#attached.find(ref);
    if (remote === null) return this.#own.remove(ref);
    const keeper = this.#keeperOf(remote);
    if (keeper !== null) return keeper.remove(ref);
    if (remote.logins === null) return;
    const address = await this.address(ref);
    const { dependents } = await detachDatabase(address, remote.logins, { keepSchemas: false });
    if (dependents.length > 0) await detachDatabase(address, remote.logins, { keepSchemas: true });
  }

  /** One that does not answer now is not gone. */
  async status(ref: string): Promise<ClusterStatus> {
    const remote = await this.#attached.find(ref);
    if (remote === null) return this.#own.status(ref);
    const answers = await this.#ask(ref).then(
      () => true,
      () => false,
    );
    if (answers) return 'running';
    const keeper = this.#keeperOf(remote);
    return keeper === null || (await keeper.exists(ref)) ? 'stopped' : 'absent';
  }

  async stats(ref: string, options?: StatsOptions): Promise<ClusterStats> {
    if (!(await this.#isAttached(ref))) return this.#own.stats(ref, options);
    const { startedAt, diskBytes, backends, ownBackends } = await this.#ask(ref);
    return {
      cpuSeconds: 0,
      pssBytes: null,
      readBytes: null,
      writtenBytes: null,
      changedBytes: null,
      diskBytes,
      walBytes: 0,
      temporaryBytes: 0,
      startedAt,
      backends,
      ownBackends,
    };
  }

  async address(ref: string): Promise<ClusterAddress> {
    const remote = await this.#attached.find(ref);
    if (remote === null) return this.#own.address(ref);
    return { ...(await this.#attached.door(ref, remote.database)), user: remote.user };
  }

  async major(ref: string): Promise<PostgresMajor> {
    return (await this.#isAttached(ref)) ? (await this.#ask(ref)).major : this.#own.major(ref);
  }

  async replace(ref: string, scratch: string, keepAs: string): Promise<void> {
    await this.#refuse(ref, 'restored');
    await this.#own.replace(ref, scratch, keepAs);
  }

  async putBack(ref: string, keptId: string, keepAs: string | null): Promise<void> {
    await this.#refuse(ref, 'restored');
    await this.#own.putBack(ref, keptId, keepAs);
  }

  async kept(ref: string): Promise<KeptData[]> {
    return (await this.#isAttached(ref)) ? [] : this.#own.kept(ref);
  }

  async discard(ref: string, keptId: string): Promise<void> {
    if (!(await this.#isAttached(ref))) await this.#own.discard(ref, keptId);
  }

  async origin(ref: string) {
    return (await this.#isAttached(ref)) ? null : this.#own.origin(ref);
  }

  async walFiles(ref: string) {
    await this.#refuse(ref, 'backed up');
    return this.#own.walFiles(ref);
  }

  async serverLog(ref: string) {
    return (await this.#isAttached(ref)) ? null : this.#own.serverLog(ref);
  }

  async walPosition(ref: string): Promise<WalPosition | null> {
    return (await this.#isAttached(ref)) ? null : this.#own.walPosition(ref);
  }

  /** Its own rules say who reaches it. */
  async applyNetworkAccess(ref: string): Promise<void> {
    if (!(await this.#isAttached(ref))) await this.#own.applyNetworkAccess(ref);
  }

  walWritten(ref: string, since: WalPosition): Promise<void> | null {
    return this.#own.walWritten(ref, since);
  }

  prepare(major: PostgresMajor, options?: { empty?: boolean }): Promise<void> {
    return this.#own.prepare(major, options);
  }

  list(): Promise<string[]> {
    return this.#own.list();
  }

  listScratch(): Promise<string[]> {
    return this.#own.listScratch();
  }

  template(major: PostgresMajor): Promise<Template> {
    return this.#own.template(major);
  }

  workFolder(): Promise<string> {
    return this.#own.workFolder();
  }

  flush(): Promise<void> {
    return this.#own.flush();
  }

  capacity(): Promise<MachineCapacity> {
    return this.#own.capacity();
  }

  build(major: PostgresMajor): Build {
    return this.#own.build(major);
  }

  availableExtensions(major: PostgresMajor): Promise<string[]> {
    return this.#own.availableExtensions(major);
  }

  useVaultKeys(keys: VaultKeys): void {
    this.#own.useVaultKeys(keys);
  }

  useNetworkAccess(access: NetworkAccessOf): void {
    this.#own.useNetworkAccess(access);
  }

  onExit(listener: ExitListener): () => void {
    return this.#own.onExit(listener);
  }

  close(): Promise<void> {
    return this.#own.close();
  }

  async #isAttached(ref: string): Promise<boolean> {
    return (await this.#attached.find(ref)) !== null;
  }

  /** @throws {ClusterError} `unsupported`: this installation was started without what keeps the server */
  #keeperOf(remote: RemoteDatabase): ServerKeeper | null {
    if (remote.keeper === null) return null;
    if (this.#attached.keeper !== null) return this.#attached.keeper;
    throw new ClusterError(
      'unsupported',
      'The server of this project is in Kubernetes, and this installation has no way there. Start it with BASALT_CLUSTERS=kubernetes.',
    );
  }

  async #learnAuthority(keeper: ServerKeeper, ref: string): Promise<void> {
    await this.#attached.learn(ref, { certificateAuthority: await keeper.certificateAuthority(ref) });
  }

  #inspect(address: ClusterAddress, patienceMs: number): Promise<ServerOffer> {
    return reached(() => inspectServer(address), patienceMs);
  }

  async #running(ref: string, patienceMs: number): Promise<RunningCluster> {
    const { startedAt, major, address } = await reached(
      async () => ({ ...(await this.#ask(ref)), address: await this.address(ref) }),
      patienceMs,
    );
    return { ref, major, pid: 0, address, port: null, startedAt, adopted: true };
  }

  async #refuse(ref: string, what: string): Promise<void> {
    if (await this.#isAttached(ref))
      throw new ClusterError('unsupported', `An attached database is ${what} where its server runs.`);
  }

  async #ask(ref: string) {
    return withClient(
      await this.address(ref),
      async (client) => {
        const { rows } = await client.query(ASK);
        const [row] = rows;
        return {
          major: Number(row.major) as PostgresMajor,
          startedAt: new Date(row.started_at),
          diskBytes: Number(row.disk_bytes),
          backends: Number(row.backends),
          ownBackends: Number(row.own_backends),
        };
      },
      { connectTimeoutMs: ANSWER_WITHIN_MS, answerTimeoutMs: ANSWER_WITHIN_MS },
    );
  }
}

/** Of this database: others of the same server are nobody's business here. */
const ASK = `
  select pg_catalog.current_setting('server_version_num')::int / 10000 as major,
    pg_catalog.pg_postmaster_start_time()::text as started_at,
    pg_catalog.pg_database_size(pg_catalog.current_database()) as disk_bytes,
    count(*) as backends,
    count(*) filter (where a.usename !~ '^basalt_' and a.usename <> current_user) as own_backends
  from pg_catalog.pg_stat_activity as a where a.datname = pg_catalog.current_database()`;

/** What a server answers, which may take a moment. @throws {ClusterError} `start_failed` */
async function reached<T>(ask: () => Promise<T>, patienceMs: number): Promise<T> {
  const until = Date.now() + patienceMs;
  while (true) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() >= until) throw unreachable(error);
      await sleep(TRY_AGAIN_MS);
    }
  }
}

function unreachable(error: unknown): ClusterError {
  const why = error instanceof Error ? error.message : 'It does not answer.';
  return new ClusterError('start_failed', `The attached database cannot be used: ${why}`, { cause: error });
}
