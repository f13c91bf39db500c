import { type ConnectionPool, type ConnectionTarget, createPool, withSetting } from '@basalt/postgres';
import { LRUCache } from 'lru-cache';
import type { ProjectSnapshot } from '../../project/project-snapshot.ts';
import { type AuthDatabase, authDatabase } from './auth-database.ts';

export type OpenPool = (target: ConnectionTarget) => ConnectionPool;

export interface ProjectDatabases {
  of(project: ProjectSnapshot): AuthDatabase;
  /** Closes every connection. */
  end(): Promise<void>;
}

interface Open {
  target: string;
  pool: ConnectionPool;
  database: AuthDatabase;
}

const PROJECTS_AT_MOST = 200;
const SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  search_path: 'auth',
  statement_timeout: '10s',
};

function openSmallPool(target: ConnectionTarget): ConnectionPool {
  return createPool(target, { max: 5, idleTimeoutMs: 30_000, connectTimeoutMs: 5_000 });
}

/**
 * A few connections per project, opened when needed, replaced when the project's database moved or all services were restarted. Other changes of a project
 * leave them alone, because requests are using them; those of a project that is paused or gone close by themselves.
 */
export function projectDatabases(openPool: OpenPool = openSmallPool): ProjectDatabases {
  const closing = new Set<Promise<void>>();
  const close = ({ pool }: Open) => {
    const closed = pool.end().catch(() => {});
    closing.add(closed);
    void closed.then(() => closing.delete(closed));
  };
  const open = new LRUCache<string, Open>({ max: PROJECTS_AT_MOST, dispose: close });

  return {
    of(project) {
      const target = JSON.stringify([project.database, project.servicesRestart]);
      const known = open.get(project.ref);
      if (known?.target === target) return known.database;
      const pool = openPool(serviceTarget(project));
      const database = authDatabase(pool);
      open.set(project.ref, { target, pool, database });
      return database;
    },
    async end() {
      open.clear();
      await Promise.all(closing);
    },
  };
}

/** Logs in as the service's own role; the settings win over those that users give to the database or the role. */
function serviceTarget(project: ProjectSnapshot): ConnectionTarget {
  const target = { ...project.database, user: 'supabase_auth_admin', applicationName: 'basalt auth' };
  return Object.entries(SETTINGS).reduce(
    (result: ConnectionTarget, [name, value]) => withSetting(result, name, value),
    target,
  );
}
