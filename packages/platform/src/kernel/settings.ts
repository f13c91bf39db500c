import type { AiProvider, Plan } from '@basalt/contract';

/** Settings of the platform that come from the environment. */
export interface PlatformSettings {
  /** Host that database clients connect to. */
  databaseHost: string;
  /** First and last TCP port a project's database may have. */
  databasePorts: { first: number; last: number };
  /** Where the databases of all projects answer: ports for a session of each client, or one of each transaction. Null: none. */
  pooler: { host: string; session: number | null; transaction: number | null };
  /** Base URL of a project's APIs, without a slash at the end. */
  projectUrl: (ref: string) => string;
  /** Address of the dashboard as browsers see it, without a slash at the end. */
  dashboardUrl: string;
  defaultPlan: Plan;
  /** Days that the data of a deleted project is kept, so that it can come back. */
  deletionGraceDays: number;
  /** Extensions that PostgreSQL leaves to superusers, and owners of projects may create. Null: those known to be harmless. */
  allowedExtensions: readonly string[] | null;
  /** The folder with the git repositories of this machine that projects may be connected to. Null: there is none. */
  gitRepositories: string | null;
  /** The provider that people sign in to the dashboard with. Null: there is none. */
  openId: OpenIdSettings | null;
  /** The model server of the operator, for organizations that have none of their own. Null: there is none. */
  modelServer: ModelServer | null;
  /** Milliseconds that any model may say nothing, before its answer and in the midst of it. */
  modelTimeoutMs: number;
}

/** An OpenID Connect provider. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Of the e-mail addresses that it may speak for, in lower case. */
  domains: readonly string[];
  /** What people know it by. */
  name: string;
}

/** A server that answers what a model says, and which model to ask there. */
export interface ModelServer {
  provider: AiProvider;
  /** Null: the provider's own address. */
  baseUrl: string | null;
  model: string;
  apiKey: string | null;
}
