import { randomBytes } from 'node:crypto';
import { insertKept } from '../../attached-databases/store.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Transaction } from '../../kernel/open-database.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { keeperOf } from '../../projects/keeper-of.ts';
import { insertProject, type NewProject } from './insert-project.ts';

/**
 * As {@link insertProject}, for a project whose server is kept elsewhere: where that will be, and what is logged in there with, is written
 * down too. Its exact version shows when it runs.
 */
export async function insertKeptProject(
  transaction: Transaction,
  dependencies: Pick<Dependencies, 'keeper' | 'secrets' | 'settings'>,
  values: NewProject,
): Promise<ProjectRow> {
  const keeper = keeperOf(dependencies);
  const { postgres_engine, password } = values;
  const columns = { attached_version: postgres_engine, server_keeper: 'kubernetes' } as const;
  const project = await insertProject(transaction, dependencies, { ...values, ...columns });
  const loginPassword = randomBytes(24).toString('base64url');
  const place = keeper.place(project.ref);
  await insertKept(transaction, project.id, place, { password, loginPassword }, dependencies.secrets);
  return project;
}
