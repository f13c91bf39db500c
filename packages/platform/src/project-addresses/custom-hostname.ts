import { randomBytes } from 'node:crypto';
import type { CustomHostname } from '@basalt/contract';
import { OutgoingError } from '@basalt/network';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectAddressRow } from '../kernel/schema.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { checkHostname } from './names.ts';
import { isTaken, readAddress } from './store.ts';
import { noHostname } from './vanity-subdomain.ts';

const CHALLENGE = '_basalt-challenge';

/**
 * Begins to call a project by a host name, in place of one that it had. Nothing is served under it yet.
 * @throws PlatformError `forbidden`, `not_found`, `bad_request`, `conflict`
 */
export async function initializeHostname(
  { db, settings, untilServed }: Dependencies,
  actor: Actor,
  ref: string,
  hostname: string,
): Promise<CustomHostname> {
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  checkHostname(hostname, settings);
  const row = await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const former = await readAddress(transaction, project.id);
    if (former?.kind === 'vanity')
      throw new PlatformError(
        'conflict',
        `The project has the vanity subdomain ${former.name}. Delete that first: it is called by one of the two.`,
      );
    if (former?.name === hostname) return former;
    if (await isTaken(transaction, project.id, hostname)) throw taken();
    const values = {
      kind: 'custom',
      name: hostname,
      challenge: randomBytes(24).toString('base64url'),
      problem: null,
      verified_at: null,
      activated_at: null,
    } as const;
    await recordChange(transaction, {
      before: former === null ? null : { custom_hostname: former.name },
      after: { custom_hostname: hostname },
    });
    return transaction
      .insertInto('project_addresses')
      .values({ project_id: project.id, ...values })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  await untilServed(ref);
  return presentHostname(row, ref, settings);
}

/**
 * Looks whether the name's TXT record says that it may be this project's. What it finds is kept, and told.
 * @throws PlatformError `forbidden`, `not_found`; `conflict` where another project has shown the name to be its own
 */
export async function verifyHostname(
  { db, settings, outgoing }: Dependencies,
  actor: Actor,
  ref: string,
): Promise<CustomHostname> {
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  const row = await requiredHostname(db, project.id);
  if (row.verified_at !== null) return presentHostname(row, ref, settings);
  const record = `${CHALLENGE}.${row.name}`;
  const texts = await outgoing.texts(record).catch((error: unknown) => {
    if (error instanceof OutgoingError) return null;
    throw error;
  });
  const isRight = texts?.includes(row.challenge ?? '') ?? false;
  const problem = isRight
    ? null
    : texts === null
      ? `No TXT record was found at ${record}. New records can take a while to be seen.`
      : `The TXT record at ${record} says something else.`;
  const updated = await db
    .updateTable('project_addresses')
    .set({ problem, verified_at: isRight ? new Date() : null })
    .where('project_id', '=', project.id)
    .where('challenge', '=', row.challenge)
    .returningAll()
    .executeTakeFirst()
    .catch(refuseTaken);
  if (updated === undefined) throw noHostname();
  return presentHostname(updated, ref, settings);
}

/**
 * Serves a project under its host name from now on.
 * @throws PlatformError `forbidden`, `not_found`; `conflict` before it is verified
 */
export async function activateHostname(
  { db, settings, untilServed }: Dependencies,
  actor: Actor,
  ref: string,
): Promise<CustomHostname> {
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  const row = await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const former = await requiredHostname(transaction, project.id);
    if (former.verified_at === null)
      throw new PlatformError(
        'conflict',
        'Nothing shows yet that this host name is yours. Set its TXT record and verify it first.',
      );
    if (former.activated_at !== null) return former;
    await recordChange(transaction, { before: null, after: { custom_hostname: former.name } });
    return transaction
      .updateTable('project_addresses')
      .set({ activated_at: new Date() })
      .where('project_id', '=', project.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  await untilServed(ref);
  return presentHostname(row, ref, settings);
}

/** @throws PlatformError `not_found` */
export async function requiredHostname(
  db: Database | Transaction,
  projectId: number,
): Promise<ProjectAddressRow> {
  const row = await readAddress(db, projectId);
  if (row?.kind !== 'custom') throw noHostname();
  return row;
}

export function presentHostname(
  { id, name, challenge, problem, verified_at, activated_at }: ProjectAddressRow,
  ref: string,
  { projectUrl }: Pick<PlatformSettings, 'projectUrl'>,
): CustomHostname {
  const record = { name: `${CHALLENGE}.${name}`, value: challenge ?? '' };
  const isVerified = verified_at !== null;
  const status = isVerified ? 'active' : 'pending';
  return {
    status:
      activated_at !== null
        ? '5_services_reconfigured'
        : isVerified
          ? '4_origin_setup_completed'
          : '2_initiated',
    custom_hostname: name,
    data: {
      success: true,
      errors: [],
      messages: [],
      result: {
        id,
        hostname: name,
        ssl: {
          status: isVerified ? 'active' : 'pending_validation',
          validation_records: [{ txt_name: record.name, txt_value: record.value }],
        },
        ownership_verification: { type: 'txt', ...record },
        custom_origin_server: new URL(projectUrl(ref)).host,
        ...(problem !== null && { verification_errors: [problem] }),
        status,
      },
    },
  };
}

const taken = (cause?: unknown) =>
  new PlatformError('conflict', 'Another project has shown this host name to be its own.', {
    field: 'custom_hostname',
    cause,
  });

function refuseTaken(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'project_addresses_name' ? taken(error) : error;
}
