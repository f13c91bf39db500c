import { attachLimits, attachProblems, inspectServer, type ServerOffer } from '@basalt/clusters';
import type { RemoteOffer, RemoteServerInput } from '@basalt/contract';
import { QueryError } from '@basalt/postgres';
import { remoteOf } from '../../attached-databases/store.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';

/**
 * Asks a server what it offers, and changes nothing there.
 * @throws PlatformError `bad_request` when it cannot be reached or does not let us in, with what it says
 */
export async function inspectRemote(
  { remoteDatabases, log }: Pick<Dependencies, 'remoteDatabases' | 'log'>,
  input: RemoteServerInput,
): Promise<ServerOffer> {
  const remote = remoteOf(input);
  try {
    return await remoteDatabases.once(remote, (door) => inspectServer({ ...door, user: remote.user }));
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    log('warn', { err: error, host: input.host }, 'a database could not be attached');
    throw new PlatformError('bad_request', `The server did not let Basalt in: ${error.message}`, {
      cause: error,
    });
  }
}

/** @param prefix of the logins of the project that the server is looked at for; null: of a new one */
export function presentOffer(offer: ServerOffer, prefix: string | null = null): RemoteOffer {
  return {
    server_version: offer.version,
    user: offer.user,
    problems: attachProblems(offer, prefix),
    limits: attachLimits(offer),
    extensions: offer.extensions,
  };
}

/** @throws PlatformError `bad_request` with all that stands in the way */
export function assertAttachable(offer: ServerOffer, prefix: string | null = null): void {
  const problems = attachProblems(offer, prefix);
  if (problems.length > 0) throw new PlatformError('bad_request', problems.join(' '));
}
