import {
  type CreateProjectInput,
  DEFAULT_POSTGRES_ENGINE,
  DEFAULT_REGION,
  REGION_GROUPS,
  type Region,
  TRANSITIONS,
} from '@basalt/contract';
import { recordChange } from '../../kernel/audit/audited.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { assertMayCreateProject } from '../../organizations/policy.ts';
import { getMembership } from '../../organizations/store.ts';
import { assertUsablePassword } from '../../project-cluster/usable-password.ts';
import type { ProjectAccess } from '../../projects/store.ts';
import { insertKeptProject } from './insert-kept-project.ts';
import { insertProject } from './insert-project.ts';

/** Writes down a new project and starts the operation that builds it. */
export async function createProject(
  dependencies: Dependencies,
  actor: Actor,
  input: CreateProjectInput,
): Promise<ProjectAccess> {
  const { db, operations } = dependencies;
  const membership = await getMembership(db, actor, input.organization_slug ?? input.organization_id ?? '');
  assertMayCreateProject(membership);
  assertUsablePassword(input.db_pass, 'db_pass');
  const { organization, role } = membership;
  const { project, operationId } = await insertWithOperation(dependencies, organization.id, actor, input);
  await operations.start(operationId);
  return {
    project,
    organization: { slug: organization.slug, name: organization.name },
    role,
    parent: null,
    hasBranches: false,
  };
}

function insertWithOperation(
  dependencies: Dependencies,
  organizationId: number,
  actor: Actor,
  input: CreateProjectInput,
) {
  const insert = dependencies.keeper === null ? insertProject : insertKeptProject;
  const engine = input.postgres_engine ?? DEFAULT_POSTGRES_ENGINE;
  return dependencies.db.transaction().execute(async (transaction) => {
    const project = await insert(transaction, dependencies, {
      organization_id: organizationId,
      name: input.name,
      region: regionOf(input),
      status: TRANSITIONS.create.during,
      postgres_engine: engine,
      release_channel: input.release_channel ?? 'ga',
      password: input.db_pass,
    });
    const operationId = await dependencies.operations.insert(transaction, project.id, 'create', actor.email);
    const { name, ref, region, postgres_engine } = project;
    await recordChange(transaction, {
      organizationId,
      projectRef: ref,
      after: { name, ref, region, postgres_engine },
    });
    return { project, operationId };
  });
}

function regionOf({ region, region_selection: selection }: CreateProjectInput): Region {
  if (selection?.type === 'specific') return selection.code;
  if (selection?.type === 'smartGroup') return REGION_GROUPS[selection.code];
  return region ?? DEFAULT_REGION;
}
