import { MOST_PROJECT_EVENTS, type ProjectEvent } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';

/** The newest first. */
export async function readEvents(db: Database, projectId: number): Promise<ProjectEvent[]> {
  const each = await Promise.all([
    readDeployments(db, projectId),
    readAlerts(db, projectId),
    readVerifications(db, projectId),
    readRestorePoints(db, projectId),
  ]);
  return each
    .flat()
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, MOST_PROJECT_EVENTS);
}

async function readDeployments(db: Database, projectId: number): Promise<ProjectEvent[]> {
  const rows = await db
    .selectFrom('function_versions as v')
    .innerJoin('functions as f', 'f.id', 'v.function_id')
    .leftJoin('accounts as a', 'a.id', 'v.deployed_by')
    .select(['f.slug', 'f.name', 'v.version', 'v.deployed_at', 'a.email'])
    .where('f.project_id', '=', projectId)
    .orderBy('v.deployed_at', 'desc')
    .limit(MOST_PROJECT_EVENTS)
    .execute();
  return rows.map(({ slug, name, version, deployed_at, email }) => ({
    kind: 'deployment',
    at: deployed_at.toISOString(),
    slug,
    name,
    version,
    deployed_by: email,
  }));
}

async function readAlerts(db: Database, projectId: number): Promise<ProjectEvent[]> {
  const rows = await db
    .selectFrom('alert_events as e')
    .innerJoin('alert_rules as r', 'r.id', 'e.rule_id')
    .select(['r.name', 'e.fired_at', 'e.resolved_at'])
    .where('r.project_id', '=', projectId)
    .orderBy('e.id', 'desc')
    .limit(MOST_PROJECT_EVENTS)
    .execute();
  return rows.map(({ name, fired_at, resolved_at }) => ({
    kind: 'alert',
    at: fired_at.toISOString(),
    name,
    resolved_at: resolved_at?.toISOString() ?? null,
  }));
}

async function readVerifications(db: Database, projectId: number): Promise<ProjectEvent[]> {
  const rows = await db
    .selectFrom('backups')
    .select(['verified_at', 'started_at'])
    .where('project_id', '=', projectId)
    .where('verified_at', 'is not', null)
    .orderBy('verified_at', 'desc')
    .limit(MOST_PROJECT_EVENTS)
    .execute();
  return rows.flatMap(({ verified_at, started_at }) =>
    verified_at === null
      ? []
      : [
          {
            kind: 'backup_verified' as const,
            at: verified_at.toISOString(),
            backup_started_at: started_at.toISOString(),
          },
        ],
  );
}

async function readRestorePoints(db: Database, projectId: number): Promise<ProjectEvent[]> {
  const rows = await db
    .selectFrom('restore_points')
    .select(['name', 'at'])
    .where('project_id', '=', projectId)
    .orderBy('at', 'desc')
    .limit(MOST_PROJECT_EVENTS)
    .execute();
  return rows.map(({ name, at }) => ({ kind: 'restore_point', at: at.toISOString(), name }));
}
