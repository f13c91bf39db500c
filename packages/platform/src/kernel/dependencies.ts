import type { BackupStore, ClusterBackups, ClusterDriver, ServerKeeper } from '@basalt/clusters';
import type { Outgoing } from '@basalt/network';
import type { Log } from './log.ts';
import type { Database } from './open-database.ts';
import type {
  BackupCopies,
  CallProject,
  ExportTickets,
  FileWriter,
  FunctionFiles,
  FunctionLogReader,
  GitFollower,
  LintReports,
  Mailer,
  ObjectFiles,
  OperationsEngine,
  PoolerLogReader,
  PostgresLogReader,
  ReadDocuments,
  RealtimeCountsReader,
  RemoteDatabases,
  RequestLogReader,
  RunningAnswers,
  ScheduledJobs,
  SqlConnections,
  UserIndexes,
  Webhooks,
} from './ports.ts';
import type { SecretBox } from './secret-box.ts';
import type { PlatformSettings } from './settings.ts';

/** What every command of the platform works with. */
export interface Dependencies {
  db: Database;
  secrets: SecretBox;
  clusters: ClusterDriver;
  /** Keeps the servers of new projects. Null: this machine does. */
  keeper: ServerKeeper | null;
  backups: ClusterBackups;
  /** Where files for download are kept; backups have it for themselves below their clusters' refs. */
  backupStore: BackupStore;
  /** Copies of them in buckets that projects name. */
  backupCopies: BackupCopies;
  /** The bytes of the objects of storage. */
  objectFiles: ObjectFiles;
  /** Writes databases and objects out for download. */
  fileWriter: FileWriter;
  /** What was deployed as functions of projects. */
  functionFiles: FunctionFiles;
  /** Exports of query results that were asked for and not fetched yet. */
  exportTickets: ExportTickets;
  /** The share of a project's connections that SQL pages have. */
  sqlConnections: SqlConnections;
  /** What the advisors found a short while ago. */
  lintReports: LintReports;
  /** Makes indexes of users where there are many. */
  userIndexes: UserIndexes;
  /** Runs the scheduled jobs of projects. */
  scheduledJobs: ScheduledJobs;
  /** Sends the requests that projects have queued. */
  webhooks: Webhooks;
  /** Lets branches follow repositories. */
  gitFollower: GitFollower;
  operations: OperationsEngine;
  settings: PlatformSettings;
  callProject: CallProject;
  /** Waits, a few seconds at most, until the gateway serves a project as it is stored now. Never rejects. */
  untilServed(ref: string): Promise<void>;
  /** The pages of the product's documentation. */
  readDocuments: ReadDocuments;
  /** The answers of the assistant that are being written. */
  answers: RunningAnswers;
  /** The way to databases that somebody else runs. */
  remoteDatabases: RemoteDatabases;
  /** The way to servers that somebody else names. */
  outgoing: Outgoing;
  requestLog: RequestLogReader;
  functionLog: FunctionLogReader;
  postgresLog: PostgresLogReader;
  poolerLog: PoolerLogReader;
  realtimeCounts: RealtimeCountsReader;
  /** Null: this installation sends no mail to its own people. */
  mailer: Mailer | null;
  log: Log;
}
