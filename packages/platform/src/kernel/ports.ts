import type { Readable } from 'node:stream';
import type { FunctionPackage, OperationKind, Role } from '@basalt/contract';
import type { RemoteDatabase } from '@basalt/postgres';
import type { LintReport } from '@basalt/postgres/advisors';
import type { RowsExport } from '@basalt/postgres/rows';
import type {
  FunctionLogEntry,
  FunctionLogLevel,
  PoolerLogEntry,
  PostgresLogEntry,
  PostgresSeverity,
  RequestLogEntry,
} from '@basalt/project';
import type { Transaction } from './open-database.ts';
import { PlatformError } from './platform-error.ts';
import type { ProjectRow } from './schema.ts';

// What commands work with and do not make themselves. The interfaces stand here, so that what is below need not import what is above.

/** Where a database answers as a cluster of this machine does: over a socket, and without a password. */
interface DatabaseDoor {
  host: string;
  port: number;
  database: string;
}

/** Leads to databases that somebody else runs. */
export interface RemoteDatabases {
  /** The door of the database that is attached to a project. */
  door(ref: string, database: string): Promise<DatabaseDoor>;
  /** A door that is there as long as `work` takes, of a database that is no project's yet. */
  once<T>(remote: RemoteDatabase, work: (door: DatabaseDoor) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** For a platform that reaches none. */
export const remoteDatabasesAway: RemoteDatabases = {
  door: () => Promise.reject(noRemoteDatabases()),
  once: () => Promise.reject(noRemoteDatabases()),
  close: async () => {},
};

function noRemoteDatabases(): PlatformError {
  return new PlatformError('unavailable', 'Databases of other servers cannot be reached from here.');
}

/** Who is calling, how they showed it, and from where. */
export interface Actor extends Visitor {
  accountId: string;
  email: string;
  credential: Credential;
}

/** The session or the personal access token that came with a request. */
export interface Credential {
  kind: 'session' | 'token';
  id: string;
  /** Tokens have one. */
  name: string | null;
  /** Tokens may be limited; null: it may whatever its account may. */
  limit: CredentialLimit | null;
}

/** What an access token may do at most. */
export interface CredentialLimit {
  /** No more than this role may, whatever its account is; null: that too. */
  role: Role | null;
  /** Of this project only, and of its organization no more than to look; null: of all. */
  projectId: number | null;
}

/** Whose organizations and projects are looked at, and with what. */
export type Asker = Pick<Actor, 'accountId'> & { credential: Pick<Credential, 'limit'> };

/** Where a request comes from. */
export interface Visitor {
  /** Network address. */
  ip: string;
  /** What the client says of itself, null when it says nothing. Anybody can write anything there. */
  userAgent: string | null;
}

/** Runs operations that were written down, and goes on with them after a crash. */
export interface OperationsEngine {
  /**
   * Writes down an operation and its steps, and answers its id; the caller has set the project's status in the same transaction.
   * {@link start} runs it.
   */
  insert(
    transaction: Transaction,
    projectId: number,
    kind: OperationKind,
    startedBy: string | null,
    input?: Record<string, unknown>,
  ): Promise<string>;
  /** Starts what {@link insert} wrote. Doing it twice starts it once. */
  start(operationId: string): Promise<void>;
  /** Waits until an operation started by this process has ended, at most this long. True when it has. */
  settled(operationId: string, timeoutMs: number): Promise<boolean>;
  /**
   * Waits until an operation started by this process has opened the project's database, or ended, at most this long. True when
   * the database serves already.
   */
  databaseOpen(operationId: string, timeoutMs: number): Promise<boolean>;
  /** Waits for running operations, at most this long, then lets go; what is left goes on at the next start. */
  shutdown(timeoutMs: number): Promise<void>;
}

/** A bucket of a store that speaks the S3 protocol, as the people of a project name it. */
export interface ProjectBucket {
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or it ends in `/`. */
  prefix: string;
  accessKey: string;
  secretKey: string;
  encryption: { kind: 'AES256' } | { kind: 'aws:kms'; keyId: string | null } | null;
  lock: { mode: 'governance' | 'compliance'; days: number } | null;
}

/** Copies of the backups of projects in buckets that they name. Nothing is read from there. */
export interface BackupCopies {
  /** Tries to write, read, list and delete there. @returns why that cannot be done, as the end of a sentence; null: it can */
  check(bucket: ProjectBucket): Promise<string | null>;
  /** From now on what is kept of the project goes there as well, and what is kept already. */
  follow(ref: string, bucket: ProjectBucket): Promise<void>;
  /** It does no longer. What is there stays. */
  unfollow(ref: string): Promise<void>;
}

/** The bytes of the objects that projects keep in storage. Each is a version that a row may name, and never changes. */
export interface ObjectFiles {
  /** Bytes of a version; null when there are none, or the text names none. */
  open(ref: string, version: string): Promise<OpenObjectFile | null>;
  /** Versions that a project has, in ascending order, some at a time. */
  list(ref: string): AsyncIterable<string[]>;
  /** Null when there is no such version. `changedAt` is never earlier than when it was made. */
  inspect(ref: string, version: string): Promise<{ size: number; changedAt: Date } | null>;
  /** Deletes a version for good. None is fine. */
  discard(ref: string, version: string): Promise<void>;
  /** Deletes all of a project's. */
  removeAll(ref: string): Promise<void>;
  /** Gives a project what another one has. What it has already stays, so it can be done again. */
  copyAll(from: string, to: string): Promise<void>;
}

export interface OpenObjectFile {
  readonly size: number;
  /** Whole, or from one byte to another, both included. Closes it at the end. */
  stream(range: { start: number; end: number } | null): Readable;
  close(): Promise<void>;
}

/** A file of a function, by its path below the folder that was deployed. */
export interface DeployedFile {
  path: string;
  bytes: Buffer;
}

/** What somebody deploys as a function. */
export interface FunctionBundle {
  files: readonly DeployedFile[];
  /** The path of the file that is loaded. */
  entrypoint: string;
  /** The path of its import map. */
  importMap: string | null;
}

/** Keeps what was deployed as functions, ready to run, named by its digest. */
export interface FunctionFiles {
  /**
   * Loads everything that a bundle imports and keeps both. Answers the bundle with its paths as they are kept.
   * @throws PlatformError `bad_request` when it cannot be loaded
   */
  add(ref: string, bundle: FunctionBundle): Promise<{ digest: string; bundle: FunctionBundle }>;
  has(ref: string, digest: string): Promise<boolean>;
  read(ref: string, digest: string): Promise<readonly DeployedFile[]>;
  /** The npm packages that it was built with, and their declarations of types. */
  readPackages(ref: string, digest: string): Promise<FunctionPackage[]>;
  /** Gives a project what another one has. What it has already stays, so it can be done again. */
  copyAll(from: string, to: string): Promise<void>;
  /** Removes all but these, and those that were added within the last hour. */
  keepOnly(ref: string, digests: readonly string[]): Promise<void>;
  /** Deletes all of a project's. */
  removeAll(ref: string): Promise<void>;
  /** The projects that have any. */
  refs(): Promise<readonly string[]>;
  /** Deletes what a killed process has left half made or half removed. Nothing else may be at work. */
  sweep(): Promise<void>;
}

/** Writes the files that users download: a database or a project's objects each, in the background. */
export interface FileWriter {
  /** Queues a file, whose row must exist. Does nothing if it is queued or being written already. */
  write(fileId: string): void;
  /** Aborts what is being written. The next start of the process writes it again from the beginning. */
  stop(): Promise<void>;
}

/** The indexes by which projects search and list their users. */
export interface UserIndexes {
  /** A project is found to have so many users. */
  counted(ref: string, users: number): void;
}

/** What the advisors found, kept for a short while. */
export interface LintReports {
  /**
   * What was found at most so long ago, or what `make` finds now. At a time one run is made of a project; whoever wants one that
   * is no older than the question waits for the next.
   */
  read(ref: string, maxAgeMs: number, make: () => Promise<LintReport>): Promise<KeptLintReport>;
}

export interface KeptLintReport {
  readonly at: Date;
  readonly report: LintReport;
}

/** An export that was asked for and not fetched yet. */
export interface ExportJob {
  readonly accountId: string;
  readonly ref: string;
  readonly content: ExportedStatement | ExportedRows;
  readonly fileName: string;
}

/** The result of a statement that somebody wrote, as CSV. */
export interface ExportedStatement {
  readonly kind: 'statement';
  readonly query: string;
  readonly parameters: readonly (string | null)[] | undefined;
}

/** Rows of a table. */
export interface ExportedRows {
  readonly kind: 'rows';
  readonly rows: RowsExport;
}

/** Tickets for exports: good for a minute, for one person and one time. */
export interface ExportTickets {
  issue(job: ExportJob): string;
  /** Takes the job of a ticket, for the one it was issued to; null when there is none, or no longer. */
  redeem(ticket: string, accountId: string, ref: string): ExportJob | null;
}

/** A mail to one of the platform's own people. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken it. What it rejects with may hold secrets of the server: for the log only. */
  send(mail: Mail): Promise<void>;
}

/** Counts the connections that SQL pages hold to the databases of projects. */
export interface SqlConnections {
  /**
   * Waits some seconds for a connection, in order of asking. Answers the way to give it back.
   * @param share how many the project has
   * @throws PlatformError `unavailable`, or the signal's reason
   */
  take(ref: string, share: number, signal?: AbortSignal): Promise<() => void>;
}

/** What brings branches to the newest version of the repositories that they follow. */
export interface GitFollower {
  /** A branch that follows something was made, reset or changed: it is looked at soon. */
  changed(): void;
  /** Somebody has pushed to the repository of a connection. */
  pushed(connectionId: number): void;
}

/** What runs the scheduled jobs of projects. */
export interface ScheduledJobs {
  /** Jobs of a project have been changed: they are looked at again at once. */
  changed(project: Pick<ProjectRow, 'id' | 'ref'>): void;
  /**
   * Runs a job, whatever its schedule says. Answers the number of the run.
   * @throws PlatformError `conflict` when it runs already, `not_found`, and as connecting does
   */
  runNow(project: ProjectRow, jobId: string): Promise<string>;
  /** Why the jobs of a project could not be looked at last; null: they could. */
  problemOf(projectId: number): string | null;
}

/** What sends the requests that projects have queued. */
export interface Webhooks {
  /** A project has a new webhook or request: it is looked at at once. */
  changed(project: Pick<ProjectRow, 'id' | 'ref'>): void;
  /** Why the requests of a project could not be looked at last; null: they could. */
  problemOf(projectId: number): string | null;
}

/**
 * Calls a project's own API over the gateway, as `service_role` unless another key is named. Rejects when it cannot be reached.
 * @param path below the project's URL: `/auth/v1/health`
 */
export type CallProject = (ref: string, path: string, init?: ProjectCall) => Promise<Response>;

export interface ProjectCall {
  /** Default GET. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  headers?: Record<string, string>;
  /** Another key than the platform's own, which code of the project must never see; null: none. */
  key?: string | null;
  body?: string | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal;
}

/** The pages of the product's documentation: names of files without their ending, and Markdown. */
export type ReadDocuments = () => Promise<readonly { name: string; text: string }[]>;

/** The answers of the assistant that are being written. They go on when whoever asked goes away. */
export interface RunningAnswers {
  isRunning(chatId: string): boolean;
  /**
   * Takes a chat for one answer; `write` of what it gives starts it.
   * @throws PlatformError `conflict` when one is being written
   */
  reserve(chatId: string): ReservedAnswer;
  /** What was written so far and what follows, as server-sent events; null when nothing is being written. */
  follow(chatId: string): AsyncGenerator<string, void> | null;
  /** Ends an answer and waits until it is kept. False when none was being written. */
  stop(chatId: string): Promise<boolean>;
  /** Ends all of them. */
  stopAll(): Promise<void>;
}

export interface ReservedAnswer {
  /** Runs in the background until it returns. It throws nothing that somebody must know of. */
  write(work: (tell: (event: unknown) => void, stopped: AbortSignal) => Promise<void>): void;
  /** Gives the chat back where nothing was written. */
  release(): void;
}

/** Conditions that an entry must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface RequestLogFilter {
  from?: number;
  to?: number;
  methods?: readonly string[];
  /** Exact statuses (404) and classes (4 for 400 to 499), any of them. */
  statuses?: readonly number[];
  services?: readonly string[];
  roles?: readonly string[];
  /** Part of the path, any case. */
  search?: string;
  /** This path, and all below it. */
  below?: string;
}

/** How many requests there were in some time, and how long they took. */
export interface RequestCounts {
  ok: number;
  clientErrors: number;
  serverErrors: number;
  /** What half of the requests took at most, and 95 of 100, in milliseconds; null when there were none. */
  p50: number | null;
  p95: number | null;
}

/** The log of requests to projects, which the gateway writes. */
export interface RequestLogReader {
  /** Newest first; `cursor` is where to go on, null at the end. */
  read(
    ref: string,
    filter: RequestLogFilter,
    limit: number,
    cursor: string | null,
  ): Promise<{ entries: RequestLogEntry[]; cursor: string | null }>;
  /** Requests from `from` to `to`, and in each of `buckets` equal parts of that time, oldest first. `time`: since 1970. */
  count(
    ref: string,
    filter: RequestLogFilter & { from: number; to: number },
    buckets: number,
  ): Promise<{ total: RequestCounts; buckets: (RequestCounts & { time: number })[] }>;
  /** When each key was accepted last: its SHA-256, base64url → milliseconds since 1970. Some seconds late. */
  keyUse(ref: string): Promise<Readonly<Record<string, number>>>;
}

/** Conditions that a line of a function's log must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface FunctionLogFilter {
  /** Left out: of any function. */
  slug?: string;
  from?: number;
  to?: number;
  /** Any of them. */
  levels?: readonly FunctionLogLevel[];
  /** Part of the message, any case. */
  search?: string;
}

/** What functions wrote and what became of their processes, which the gateway writes. */
export interface FunctionLogReader {
  /** Newest first; `cursor` is where to go on, null at the end. */
  read(
    ref: string,
    filter: FunctionLogFilter,
    limit: number,
    cursor: string | null,
  ): Promise<{ entries: FunctionLogEntry[]; cursor: string | null }>;
  /** Lines in each of `buckets` equal parts of a span of time, oldest first. */
  count(
    ref: string,
    filter: FunctionLogFilter & { from: number; to: number },
    buckets: number,
  ): Promise<LevelCounts[]>;
}

/** How many lines a log had in some time. `time`: where it begins, milliseconds since 1970. Warnings and errors are part of the total. */
export interface LevelCounts {
  time: number;
  total: number;
  warnings: number;
  errors: number;
}

/** Conditions that an entry of the database server's log must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface PostgresLogFilter {
  from?: number;
  to?: number;
  severities?: readonly PostgresSeverity[];
  /** Part of the message, the code, the user or the database; any case. */
  search?: string;
}

/** What the database servers of projects write into their logs. */
export interface PostgresLogReader {
  /** Newest first; `cursor` is where to go on, null at the end. */
  read(
    ref: string,
    filter: PostgresLogFilter,
    limit: number,
    cursor: string | null,
  ): Promise<{ entries: PostgresLogEntry[]; cursor: string | null }>;
  /** Entries in each of `buckets` equal parts of a span of time, oldest first. */
  count(
    ref: string,
    filter: PostgresLogFilter & { from: number; to: number },
    buckets: number,
  ): Promise<LevelCounts[]>;
}

/** Conditions that an entry of the pooler's log must meet; those left out do not matter. Times are milliseconds since 1970. */
export interface PoolerLogFilter {
  from?: number;
  to?: number;
  events?: readonly PoolerLogEntry['event'][];
  /** Part of the message, the code, the role, the database or the address; any case. */
  search?: string;
}

/** What became of those who asked the pooler for the databases of projects. */
export interface PoolerLogReader {
  /** Newest first; `cursor` is where to go on, null at the end. */
  read(
    ref: string,
    filter: PoolerLogFilter,
    limit: number,
    cursor: string | null,
  ): Promise<{ entries: PoolerLogEntry[]; cursor: string | null }>;
  /** Entries in each of `buckets` equal parts of a span of time, oldest first. */
  count(
    ref: string,
    filter: PoolerLogFilter & { from: number; to: number },
    buckets: number,
  ): Promise<LevelCounts[]>;
}

/** How many sockets and messages realtime of a project has, which the gateway counts. */
export interface RealtimeCountsReader {
  /** From `from` to `to`, in each of `buckets` equal parts of that time, oldest first. Milliseconds since 1970. */
  sum(
    ref: string,
    span: { from: number; to: number },
    buckets: number,
  ): Promise<{ time: number; sockets: number; received: number; sent: number }[]>;
}

// What stands in where the platform runs without a gateway, or without storage.

export const copiesAway: BackupCopies = {
  check: async () => 'this installation copies no backups.',
  follow: async () => {},
  unfollow: async () => {},
};

export const NO_OBJECTS: ObjectFiles = {
  open: async () => null,
  list: async function* () {},
  inspect: async () => null,
  discard: async () => {},
  removeAll: async () => {},
  copyAll: async () => {},
};

export const apiAway: CallProject = () =>
  Promise.reject(new PlatformError('unavailable', 'The APIs of projects cannot be reached from here.'));

const noLog = () => Promise.reject(new PlatformError('unavailable', 'The log cannot be read from here.'));
export const logAway: RequestLogReader = { read: noLog, count: noLog, keyUse: noLog };
export const functionLogAway: FunctionLogReader = { read: noLog, count: noLog };
export const poolerLogAway: PoolerLogReader = { read: noLog, count: noLog };
export const postgresLogAway: PostgresLogReader = { read: noLog, count: noLog };
export const realtimeCountsAway: RealtimeCountsReader = { sum: noLog };

const noFunctions = () =>
  Promise.reject(new PlatformError('unavailable', 'Functions cannot be deployed from here.'));
export const functionsAway: FunctionFiles = {
  add: noFunctions,
  has: noFunctions,
  read: noFunctions,
  readPackages: noFunctions,
  copyAll: async () => undefined,
  keepOnly: noFunctions,
  // Where none can be deployed, none are there.
  removeAll: async () => {},
  refs: async () => [],
  sweep: async () => {},
};
