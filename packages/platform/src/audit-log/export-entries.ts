import { Readable } from 'node:stream';
import {
  AUDIT_LOG_FORMATS,
  type AuditEntry,
  type AuditLogFilter,
  type AuditLogFormat,
  auditLogFilter,
} from '@basalt/contract';
import * as z from 'zod';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { findEntries, readableOrganization } from './find-entries.ts';

const AT_ONCE = 500;

const question = auditLogFilter.extend({ format: z.enum(AUDIT_LOG_FORMATS) });

/**
 * The entries that meet a filter as a file, the newest first, read while it is sent.
 * @param asked the fields of `auditLogFilter`, and `format`
 * @throws PlatformError `bad_request`, `not_found` or `forbidden`
 */
export async function openAuditLogExport(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  slug: string,
  asked: unknown,
): Promise<{ name: string; type: string; content: Readable }> {
  const read = question.safeParse(asked);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.join('.') ?? '';
    throw new PlatformError('bad_request', `${field} ${issue?.message ?? 'is not valid'}.`, { field });
  }
  const { format, ...filter } = read.data;
  const organization = await readableOrganization(db, actor, slug);
  const pages = readPages(db, organization.id, filter);
  const { type, write } = FORMATS[format];
  const name = `audit-log-${slug}.${format}`;
  return { name, type, content: Readable.from(write(pages), { objectMode: false }) };
}

async function* readPages(
  db: Database,
  organizationId: number,
  filter: AuditLogFilter,
): AsyncGenerator<AuditEntry[]> {
  for (let before: number | undefined; ; ) {
    const entries = await findEntries(db, organizationId, filter, { before, limit: AT_ONCE });
    if (entries.length > 0) yield entries;
    if (entries.length < AT_ONCE) return;
    before = entries.at(-1)?.id;
  }
}

type Pages = AsyncGenerator<AuditEntry[]>;

const FORMATS: Record<AuditLogFormat, { type: string; write: (pages: Pages) => AsyncGenerator<string> }> = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  json: { type: 'application/json', write: writeJson },
};

async function* writeJson(pages: Pages): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const entries of pages) {
    yield entries.map((entry) => `${takeSeparator()}${JSON.stringify(entry)}`).join('');
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';

  function takeSeparator(): string {
    const taken = separator;
    separator = ',\n';
    return taken;
  }
}

const COLUMNS: Record<string, (entry: AuditEntry) => unknown> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  email: ({ actor }) => actor.email,
  account_id: ({ actor }) => actor.account_id,
  credential: ({ actor }) => actor.credential?.kind,
  credential_id: ({ actor }) => actor.credential?.id,
  credential_name: ({ actor }) => actor.credential?.name,
  ip: ({ ip }) => ip,
  user_agent: (entry) => entry.user_agent,
  action: ({ action }) => action,
  project_ref: (entry) => entry.project_ref,
  outcome: ({ outcome }) => outcome,
  error: ({ error }) => error,
  request: ({ request }) => JSON.stringify(request),
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  operation_id: (entry) => entry.operation_id,
};

async function* writeCsv(pages: Pages): AsyncGenerator<string> {
  yield `${Object.keys(COLUMNS).join(',')}\r\n`;
  for await (const entries of pages)
    yield entries
      .map((entry) =>
        Object.values(COLUMNS)
          .map((read) => csvField(read(entry)))
          .join(','),
      )
      .map((line) => `${line}\r\n`)
      .join('');
}

/** A text that begins like a formula would be one in a spreadsheet, and anybody chooses what their client is called. */
export function csvField(value: unknown): string {
  const text = String(value ?? '');
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
