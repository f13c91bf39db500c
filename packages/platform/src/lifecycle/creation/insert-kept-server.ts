import { randomBytes } from 'node:crypto';
import { insertKept } from '../../attached-databases/store.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Transaction } from '../../kernel/open-database.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { keeperOf } from '../../projects/keeper-of.ts';

/** Of a new project whose server is kept elsewhere. Its exact version shows when it runs. */
export function keptColumns(engine: string): Pick<ProjectRow, 'attached_version' | 'server_keeper'> {
  return { attached_version: engine, server_keeper: 'kubernetes' };
}

/** Writes down where the server of a new project will be, and what is logged in there with. */
export async function insertKeptServer(
  transaction: Transaction,
  dependencies: Pick<Dependencies, 'keeper' | 'secrets'>,
  projectId: number,
  ref: string,
  password: string,
): Promise<void> {
  const loginPassword = randomBytes(24).toString('base64url');
  const place = keeperOf(dependencies).place(ref);
  await insertKept(transaction, projectId, place, { password, loginPassword }, dependencies.secrets);
}
