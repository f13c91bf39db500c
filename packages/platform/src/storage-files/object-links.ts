import { SHORT_LINK_SECONDS, type StorageLink } from '@basalt/contract';
import { type AskStorage, inAddress } from './storage-service.ts';
import { list, record, textOr } from './told-values.ts';

/** A link that works for longer than those for looking outlives whoever asked for it, so it takes the right to change. */
export const isLasting = (seconds: number) => seconds > SHORT_LINK_SECONDS;

/**
 * Links to objects, at the project's own address.
 * @param address of the project's storage service as browsers see it
 */
export async function signObjects(
  ask: AskStorage,
  address: string,
  { id, paths, expires_in }: { id: string; paths: readonly string[]; expires_in: number },
): Promise<StorageLink[]> {
  const path = `/object/sign/${inAddress(id)}`;
  const answer = list(await ask({ method: 'POST', path, body: { paths, expiresIn: expires_in } }));
  return answer.map(record).map((link) => {
    const url = textOr(link.signedURL, null);
    return { path: textOr(link.path, ''), url: url === null ? null : `${address}${url}` };
  });
}

/** The right to upload one object. @throws PlatformError `conflict` when there is one that is not to be replaced */
export async function signUpload(
  ask: AskStorage,
  address: string,
  { id, path, replace }: { id: string; path: string; replace: boolean },
): Promise<{ endpoint: string; token: string }> {
  const answer = await ask({
    method: 'POST',
    path: `/object/upload/sign/${inAddress(id)}/${inAddress(path)}`,
    headers: replace ? { 'x-upsert': 'true' } : {},
  });
  return {
    endpoint: `${address}/upload/resumable/sign`,
    token: textOr(record(answer).token, ''),
  };
}
