import type { RunningQuery } from '@basalt/contract';
import { type RunningQuery as Found, listRunningQueries } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { hideLiterals } from '../kernel/hide-literals.ts';
import type { Actor } from '../kernel/ports.ts';
import { SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { withDatabase } from './with-database.ts';

/** Whatever of the dashboard's own takes longer is worth a line. */
const OWN_READING_MS = 1_000;
const OF_PLATFORM = '-- A statement of the platform itself.';

/** What a project's database does now. Asked as the superuser: only it gets a connection when all others are taken. */
export async function listRunning(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<RunningQuery[]> {
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const found = await withDatabase(dependencies, project, SUPERUSER_ROLE, listRunningQueries);
  const seesTexts = may('run_sql', role);
  return found.filter((query) => !isOwnReading(query)).map((query) => present(query, seesTexts));
}

/** What the page beside this list asks for itself. */
function isOwnReading({ isSuperuser, application, milliseconds }: Found): boolean {
  return isSuperuser && application === 'basalt-dashboard' && milliseconds < OWN_READING_MS;
}

function present(found: Found, seesTexts: boolean): RunningQuery {
  const text = found.isSuperuser ? OF_PLATFORM : found.query;
  return {
    pid: found.pid,
    connected_at: found.connectedAt,
    started_at: found.startedAt,
    milliseconds: Math.round(found.milliseconds),
    user: found.user,
    application: found.application,
    client: found.client,
    state: found.state,
    waits_for: found.waitsFor,
    blocked_by: [...found.blockedBy],
    query: seesTexts || found.isSuperuser ? text : hideLiterals(text),
  };
}
