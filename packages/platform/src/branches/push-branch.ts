import type { PushBranchInput } from '@basalt/contract';
import { readMigrations } from '@basalt/postgres/catalog';
import { readDatabase } from '../database/read-database.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { readBase, readPrints } from './branch-base.ts';
import { compareWithPast } from './compare-projects.ts';
import { pick } from './parts/compare-parts.ts';
import { type Parts, type Prints, printsOf, readParts, type SomeParts } from './parts/parts.ts';
import { getBranch } from './store.ts';

/** The newest of the project's history. */
const MOST_MIGRATIONS = 1_000;

/**
 * Begins to bring what a project has changed to its branch, which keeps what it has changed itself: what leads from the schema that both had
 * to that of the project, as one migration, and functions that only the project has changed. Answers the operation's id, which works on the branch.
 * @throws PlatformError `forbidden`, `not_found`; `conflict` when there is nothing to bring, when it is not known what both had, or, with
 * `field` `accepted_risks`, when it takes rows away and that was not accepted; else as `compareProjects`
 */
export async function pushBranch(
  dependencies: Dependencies,
  actor: Actor,
  { branch_id_or_ref, migration_version, accepted_risks = [] }: PushBranchInput,
  signal?: AbortSignal,
): Promise<string> {
  const { db, secrets } = dependencies;
  const { project, branch, parent, role } = await getBranch(db, actor, branch_id_or_ref);
  for (const ability of ['manage_branches', 'run_sql', 'deploy_functions'] as const) assertMay(ability, role);
  const base = await readBase(db, branch.id);
  if (base === null)
    throw new PlatformError(
      'conflict',
      'What the project was when the branch was made is not known. Reset the branch to make it what the project is now.',
    );
  const { project: source } = await getProject(db, actor, parent.ref);
  const { difference, schema } = await compareWithPast(dependencies, base, source, { keeps: true, signal });
  const [theirs, ours, prints] = await Promise.all([
    readParts(db, secrets, source.id),
    readParts(db, secrets, project.id),
    readPrints(db, branch.id),
  ]);
  const parts = newerFunctions(theirs, ours, prints);
  if (difference.statements.length + parts.functions.length === 0)
    throw new PlatformError(
      'conflict',
      'The branch is up to date: the schema and the functions of the project have not changed.',
    );
  const isHarmful = difference.statements.some(({ risks }) => risks.includes('data_loss'));
  if (isHarmful && !accepted_risks.includes('data_loss'))
    throw new PlatformError(
      'conflict',
      'The project has dropped something, and rows of the branch go with it. Name this risk in accepted_risks: data_loss.',
      { field: 'accepted_risks', details: { risks: ['data_loss'] } },
    );
  const history = await readDatabase(dependencies, actor, source.ref, (client) =>
    readMigrations(client, { limit: MOST_MIGRATIONS, offset: 0 }),
  );
  return beginOperation(dependencies, project.id, 'push_branch', actor.email, {
    input: { source_id: source.id },
    prepare: async (transaction, operationId) =>
      void (await transaction
        .insertInto('branch_merges')
        .values({
          operation_id: operationId,
          project_id: project.id,
          branch_id: branch.id,
          branch_name: branch.name,
          direction: 'push',
          started_by: actor.accountId,
          from_schema: difference.from,
          to_schema: difference.to,
          settings: JSON.stringify(difference.settings),
          statements: JSON.stringify(difference.statements.map(({ sql }) => sql)),
          parts: secrets.seal(JSON.stringify(parts)),
          history: JSON.stringify(history.map(({ version, name }) => ({ version, name }))),
          migration_version: migration_version ?? null,
          next_base: schema === null ? null : Buffer.from(schema),
        })
        .execute()),
  });
}

/** Functions of the project that the branch has as they were when both had the same: what it has changed itself it keeps. */
function newerFunctions(project: Parts, branch: Parts, base: Prints | null): SomeParts {
  const [theirs, ours] = [printsOf(project).functions, printsOf(branch).functions];
  const newer = Object.keys(theirs).filter(
    (slug) => theirs[slug] !== ours[slug] && ours[slug] === base?.functions[slug],
  );
  return pick(project, { functions: newer, secrets: [], settings: [] });
}
