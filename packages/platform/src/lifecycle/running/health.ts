import type { ClusterDriver } from '@basalt/clusters';
import type { HEALTH_SERVICES, ServiceHealth } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import type { CallProject } from '../../kernel/ports.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { OWNER_ROLE, SUPERUSER_ROLE } from '../../project-cluster/roles.ts';
import { askProject, readAnswer, sentenceOf } from '../../projects/ask-project.ts';
import { describeStatus } from '../../projects/project-status.ts';
import { isActive, isArriving } from '../../projects/transitions.ts';

type Service = (typeof HEALTH_SERVICES)[number];
interface Machinery {
  clusters: ClusterDriver;
  callProject: CallProject;
}
/** Resolves with what there is to tell about a service that is well, rejects with what is wrong. */
type Probe = (machinery: Machinery, project: ProjectRow, timeoutMs: number) => Promise<unknown>;

/** Nothing is wrong with a service that does not answer: somebody wants it so. */
class SwitchedOff extends Error {}

const DEFAULT_TIMEOUT_MS = 2_000;

/** How each service that exists is asked. Clients connect directly: the pooler is the database. */
const PROBES: Partial<Record<Service, Probe>> = {
  db: databaseAs(SUPERUSER_ROLE),
  db_postgres_user: databaseAs(OWNER_ROLE),
  pooler: databaseAs(OWNER_ROLE),
  pg_bouncer: databaseAs(OWNER_ROLE),
  auth: async (machinery, { ref }, timeoutMs) => {
    const answer = await askProject(machinery, ref, '/auth/v1/health', {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { name, version, description, ...refusal } = await readAnswer(answer);
    if (!answer.ok) throw new Error(sentenceOf(refusal, `The service answers with status ${answer.status}.`));
    return { name, version, description };
  },
  rest: async (machinery, { ref }, timeoutMs) => {
    const answer = await askProject(machinery, ref, '/rest/v1/', {
      method: 'HEAD',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // No schema is exposed, so none is acceptable.
    if (answer.status === 406)
      throw new SwitchedOff('The Data API is switched off in the settings of the project.');
    if (!answer.ok) throw new Error(`The service answers with status ${answer.status}.`);
    return undefined;
  },
};

/** Asks each service whether it really answers. */
export function checkHealth(
  machinery: Machinery,
  project: ProjectRow,
  services: readonly Service[],
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Promise<ServiceHealth[]> {
  return Promise.all(services.map((service) => checkService(machinery, project, service, timeoutMs)));
}

async function checkService(
  machinery: Machinery,
  project: ProjectRow,
  name: Service,
  timeoutMs: number,
): Promise<ServiceHealth> {
  const unhealthy = (state: ServiceHealth['state'], error: string): ServiceHealth => ({
    name,
    healthy: false,
    status: 'UNHEALTHY',
    state,
    error,
  });
  const probe = PROBES[name];
  if (probe === undefined) return unhealthy('missing', 'This service is not part of this version yet.');
  if (isArriving(project.status)) return { name, healthy: false, status: 'COMING_UP', state: 'starting' };
  if (!isActive(project.status)) {
    return unhealthy('stopped', `The project does not answer: ${describeStatus(project.status)}.`);
  }
  try {
    const info = await probe(machinery, project, timeoutMs);
    const well = { name, healthy: true, status: 'ACTIVE_HEALTHY', state: 'answering' } as const;
    return info === undefined ? well : { ...well, info };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : 'The service does not answer.';
    return unhealthy(error instanceof SwitchedOff ? 'off' : 'failing', sentence);
  }
}

function databaseAs(role: string): Probe {
  return async ({ clusters }, { ref }, timeoutMs) => {
    const address = await clusters.address(ref);
    await withClient({ ...address, user: role }, (client) => client.query('select 1'), {
      connectTimeoutMs: timeoutMs,
      answerTimeoutMs: timeoutMs,
    });
  };
}
