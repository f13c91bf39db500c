import { randomBytes } from 'node:crypto';
import {
  type ConnectRepositoryInput,
  type GitAddress,
  type GitConnection,
  readGitAddress,
} from '@basalt/contract';
import { GitError } from '../git/git-error.ts';
import { openRepository } from '../git/open-repository.ts';
import { publicKeyOf } from '../git/ssh-transport.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { type ConnectionRow, findConnection, noConnection, presentConnection } from './store.ts';

/**
 * Connects a project to a repository, in place of the one before, once it has been read. What an SSH server shows now is what it must
 * show from then on.
 * @throws PlatformError `forbidden`, `not_found`, `conflict` for a branch, `bad_request` with the field and why it cannot be read
 */
export async function connectRepository(
  dependencies: Dependencies,
  actor: Actor,
  { ref, ...input }: ConnectRepositoryInput,
  signal: AbortSignal = new AbortController().signal,
): Promise<GitConnection> {
  const { db, secrets, outgoing, settings, log } = dependencies;
  const { project, parent } = await permittedProject(db, actor, ref, 'manage_branches');
  if (parent !== null)
    throw new PlatformError('conflict', 'This is a branch. Connect the repository with its project.');
  const address = readGitAddress(input.address);
  if (typeof address === 'string')
    throw new PlatformError('bad_request', `The address ${address}.`, { field: 'address' });
  const before = await findConnection(db, project.id);
  const sealed_secret = sealSecret(dependencies, address, input.secret, before);
  const access = {
    address: address.address,
    username: address.kind === 'http' ? (input.username ?? null) : null,
    secret: sealed_secret === null ? null : secrets.open(sealed_secret),
    hostKey: null,
  };
  let hostKey: string | null = null;
  const onHostKey = (shown: string) => {
    hostKey = shown;
  };
  try {
    await openRepository(access, { outgoing, localFolder: settings.gitRepositories, onHostKey }).listBranches(
      signal,
    );
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    log('info', { err: error, ref }, 'a repository could not be connected');
    const field = error.problem === 'unauthorized' ? 'secret' : 'address';
    throw new PlatformError('bad_request', error.message, { field });
  }
  const isSame = before?.address === address.address;
  const values = {
    account_id: actor.accountId,
    address: address.address,
    username: access.username,
    sealed_secret,
    host_key: hostKey,
    folder: input.folder ?? '',
    state: 'ok',
    state_reason: null,
    checked_at: new Date(),
    updated_at: new Date(),
    // Another repository has other branches.
    ...(isSame ? {} : { production_branch: null, follows: false }),
  };
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    await transaction
      .insertInto('git_connections')
      .values({
        project_id: project.id,
        sealed_webhook_secret: secrets.seal(randomBytes(24).toString('base64url')),
        ...values,
      })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
      .execute();
  });
  const row = await findConnection(db, project.id);
  if (row === undefined) throw noConnection();
  return presentConnection(row);
}

/** The one that is given, or the one before, which goes to nobody else. */
function sealSecret(
  { secrets }: Pick<Dependencies, 'secrets'>,
  address: GitAddress,
  given: string | null | undefined,
  before: ConnectionRow | undefined,
): Buffer | null {
  if (address.kind === 'local') return null;
  if (given === undefined) {
    const former = before === undefined ? null : readGitAddress(before.address);
    const isSameServer =
      typeof former === 'object' &&
      former?.kind === address.kind &&
      former.host === address.host &&
      former.port === address.port;
    if (before?.sealed_secret && !isSameServer)
      throw new PlatformError('bad_request', 'Enter the token or key again: it was for another server.', {
        field: 'secret',
      });
    return before?.sealed_secret ?? null;
  }
  if (given === null) return null;
  // Pasted text loses the end of its last line.
  const secret = address.kind === 'ssh' ? `${given.trim()}\n` : given.trim();
  if (address.kind === 'ssh' && publicKeyOf(secret) === null)
    throw new PlatformError(
      'bad_request',
      'This is no private key that can be used. Paste a whole one in the format of OpenSSH or PEM, without a passphrase.',
      { field: 'secret' },
    );
  if (address.kind === 'http' && !/^[\x21-\x7e]+$/.test(secret))
    throw new PlatformError('bad_request', 'A token has no spaces and no special letters.', {
      field: 'secret',
    });
  return secrets.seal(secret);
}

/** Branches stay, and follow nothing any more. @throws PlatformError `forbidden`, `not_found` */
export async function disconnectRepository(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'manage_branches');
  if (!(await disconnectIfConnected(db, project.id))) throw noConnection();
}

/** False: it was connected to none. */
export async function disconnectIfConnected(db: Database, projectId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('git_connections')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
