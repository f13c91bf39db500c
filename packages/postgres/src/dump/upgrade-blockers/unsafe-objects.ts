import type pg from 'pg';
import { brokenDefinitions } from '../definitions/printed-expressions.ts';
import { readPrivilegeDifferences } from '../role-privileges/find-privilege-differences.ts';
import { SUPERUSER_CHECKS } from './superuser-objects.ts';
import { runCheck, type UpgradeBlocker } from './upgrade-blocker.ts';

/** What a copy refuses because it could only be carried over with the powers of a superuser, or would come to have them. */
export async function unsafeObjects(client: pg.Client, major: number): Promise<UpgradeBlocker[]> {
  const found = [
    ...(await brokenDefinitions(client)),
    ...(await readPrivilegeDifferences(client, major)),
  ].map(({ name, message }): UpgradeBlocker => ({ kind: 'unsupported_object', name, message }));
  for (const check of SUPERUSER_CHECKS)
    found.push(...(await runCheck(client, check, { major, extensions: [] })));
  return found;
}
