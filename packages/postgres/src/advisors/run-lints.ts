import { createHash } from 'node:crypto';
import { knownFailure, type QueryError, SQLSTATE } from '../errors/query-error.ts';
import { COMMON_NAMES, LIMITS, type Limits } from './common-names.ts';
import type { Finding, Found, Lint } from './lint.ts';
import { LINTS } from './lints/all-lints.ts';

/** Findings of one check that are told of. A database with more of the same has seen enough. */
const MAX_FINDINGS = 500;
/** Of what one check reads. Definitions may be long, and there may be many. */
const MAX_BYTES = 8 * 1024 * 1024;
const KEY_LENGTH = 1_000;

/** As much of a database connection as checks need: `pg.Client` has it. */
export interface LintClient {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface LintClients {
  /** A role that reads everything and changes nothing. */
  readonly reader: LintClient;
  /** For the checks that need it; they read nothing but catalogs. */
  readonly superuser: LintClient;
}

/** A check that could not be made, and why. */
export interface FailedLint {
  readonly name: string;
  readonly title: string;
  readonly category: Finding['categories'][number];
  readonly reason: string;
}

export interface LintReport {
  readonly findings: readonly Finding[];
  readonly failed: readonly FailedLint[];
  /** Checks that found more than they may tell. */
  readonly truncated: readonly string[];
}

export interface LintOptions {
  /** What the Data API serves. */
  readonly exposedSchemas: readonly string[];
  readonly limits?: Limits;
  /** Which checks, in place of all. */
  readonly lints?: readonly Lint[];
}

// Nothing of the database's people is found without its schema, and nothing can be changed by accident.
const SETTINGS = `
  set search_path = '';
  set default_transaction_read_only = on;
  set statement_timeout = '5s';
  set lock_timeout = '1s';
  set jit = off`;

/**
 * Makes all checks, one by one: one that fails is told of and keeps no other from being made. The settings of the connections are
 * changed, so they should be used for nothing else after this. Throws QueryError when a connection is lost.
 */
export async function runLints(
  clients: LintClients,
  { exposedSchemas, limits = LIMITS, lints = LINTS }: LintOptions,
): Promise<LintReport> {
  await clients.reader.query(SETTINGS);
  await clients.superuser.query(SETTINGS);
  const values = [exposedSchemas, JSON.stringify(limits)];
  const findings: Finding[] = [];
  const failed: FailedLint[] = [];
  const truncated: string[] = [];
  for (const lint of lints) {
    const client = lint.asSuperuser ? clients.superuser : clients.reader;
    const outcome = await runTwice(client, lint, values);
    if ('found' in outcome) {
      findings.push(...outcome.found.slice(0, MAX_FINDINGS));
      if (outcome.isCut || outcome.found.length > MAX_FINDINGS) truncated.push(lint.name);
    } else {
      const { name, title, category } = lint;
      failed.push({ name, title, category, reason: outcome.message });
    }
  }
  return { findings, failed, truncated };
}

type Outcome = { found: Finding[]; isCut: boolean } | QueryError;

/** What was dropped while it was looked at is gone the second time. What took too long would do so again. */
async function runTwice(client: LintClient, lint: Lint, values: readonly unknown[]): Promise<Outcome> {
  const first = await runOnce(client, lint, values);
  if ('found' in first || first.code === SQLSTATE.cancelled) return first;
  return runOnce(client, lint, values);
}

async function runOnce(client: LintClient, lint: Lint, values: readonly unknown[]): Promise<Outcome> {
  const sql = `${COMMON_NAMES}
select counted.*, bytes_so_far > ${MAX_BYTES} as is_cut from (
  select found.*, row_bytes, pg_catalog.sum(row_bytes) over (rows unbounded preceding) as bytes_so_far
  from (${lint.sql}) as found,
    lateral (select pg_catalog.octet_length(pg_catalog.to_jsonb(found)::pg_catalog.text) as row_bytes) as size
) as counted where bytes_so_far - row_bytes <= ${MAX_BYTES}`;
  try {
    const rows = (await client.query(sql, [...values])).rows as { is_cut: boolean }[];
    const whole = rows.filter((row) => !row.is_cut);
    const found = whole.flatMap((row) => {
      const told = lint.read(row as never);
      return told === null ? [] : [toFinding(lint, told)];
    });
    return { found, isCut: whole.length < rows.length };
  } catch (error) {
    const failure = knownFailure(error);
    if (failure === null || failure.code.startsWith('08') || failure.code.startsWith('57P')) throw error;
    return failure;
  }
}

function toFinding(lint: Lint, found: Found): Finding {
  const { name, title, level, category, description, remediation, keyPrefix = name } = lint;
  return {
    name,
    title,
    level: found.level ?? level,
    facing: 'EXTERNAL',
    categories: [category],
    description,
    detail: found.detail,
    remediation,
    metadata: found.metadata,
    cache_key: cacheKey([keyPrefix, ...found.key].join('_')),
    fix: found.fix,
  };
}

function cacheKey(key: string): string {
  if (key.length <= KEY_LENGTH) return key;
  return `${key.slice(0, KEY_LENGTH / 2)}_${createHash('sha256').update(key).digest('hex')}`;
}
