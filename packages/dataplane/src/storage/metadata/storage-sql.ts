import type { PipelineStatement } from '@basalt/postgres';
import type { ProjectSnapshot, StorageSettings } from '@basalt/project';
import type { FastifyRequest } from 'fastify';
import { CallerError } from '../../caller/caller-error.ts';
import {
  createKeyFinder,
  DEFAULT_TOKEN_SETTINGS,
  type Identity,
  identifyCaller,
  type KeyFinder,
  SERVICE,
} from '../../caller/identify-caller.ts';
import { callerContext } from '../../caller/request-context.ts';
import { type CallerSettings, callerSettings, runAsCaller } from '../../caller/run-as-caller.ts';
import type { HeldProjects } from '../../project/held-projects.ts';

export interface RunOptions<Row> {
  /** Whether the statement is taken back: it only tells whether the caller might. */
  takeBack?: boolean;
  readOnly?: boolean;
  /** Rows become one text as they arrive, which is the only row of the answer. They are never null, and only read. */
  joined?: Pick<PipelineStatement, 'joined'>;
  /** What a row's text becomes. Without it the text is JSON, and parsed. */
  read?: (text: string) => Row;
}

/** Runs one statement of one column, which is JSON text if nothing else is said. Answers the rows. */
export type RunSql = <Row>(
  sql: string,
  values: readonly (string | null)[],
  options?: RunOptions<Row>,
) => Promise<Row[]>;

/** The database of a request's project: as whoever asks, and as the service, past row level security. */
export interface StorageSql {
  role: string;
  /** The claim `sub`, empty if there is none. */
  subject: string;
  /** What the project's owner set for its files. */
  settings: StorageSettings;
  asCaller: RunSql;
  asService: RunSql;
}

const settingsOf = new Map<string, CallerSettings>();
const finders = new WeakMap<ProjectSnapshot, KeyFinder>();

/**
 * @param operation what policies see as `storage.operation()`
 * @param open nobody is asked for: the route looks at a token of its own, or at nothing
 * @param as whom the route has found out by itself
 * @throws {CallerError}
 */
export async function openStorageSql(
  request: FastifyRequest,
  projects: HeldProjects,
  { operation, open = false, as }: { operation: string; open?: boolean; as?: Identity },
): Promise<StorageSql> {
  const identity = as ?? (open ? SERVICE : await identify(request));
  if (!open) request.project.noteRole(identity.role);
  const { project, url } = request.project;
  const runAs =
    (who: Identity): RunSql =>
    async <Row>(sql: string, values: readonly (string | null)[], options: RunOptions<Row> = {}) => {
      const { takeBack = false, readOnly = false, joined, read = JSON.parse } = options;
      const held = projects.use(project);
      held.enter();
      try {
        const context = callerContext(who, { method: request.method, url, headers: request.headers });
        const [result] = await runAsCaller(held.pipeline, context, {
          settings: settingsFor(operation),
          statements: [{ sql, values, reuse: true, ...joined }],
          readOnly,
          mayClaimsChange: true,
          pool: readOnly ? 'short' : 'long',
          keep: takeBack ? () => false : null,
        });
        return (result?.rows ?? []).map(([text]): Row => read(text?.toString() ?? 'null'));
      } finally {
        held.leave();
      }
    };
  const { role, subject } = identity;
  return { role, subject, settings: project.storage, asCaller: runAs(identity), asService: runAs(SERVICE) };
}

/** No key is asked for at the gateway, so that links work. Here somebody must be known, and a key that is switched off is nobody. */
async function identify({ project: asked }: FastifyRequest): Promise<Identity> {
  const { caller, project } = asked;
  if (caller.kind === 'none') throw new CallerError({ kind: 'no-credentials' });
  if (caller.kind === 'token') {
    const finder = finders.get(project) ?? createKeyFinder(project);
    finders.set(project, finder);
    if (finder.find(caller.token)?.enabled === false) throw new CallerError({ kind: 'legacy-keys-disabled' });
  }
  return identifyCaller(asked, DEFAULT_TOKEN_SETTINGS);
}

function settingsFor(operation: string): CallerSettings {
  let settings = settingsOf.get(operation);
  if (settings === undefined) {
    settings = callerSettings({
      searchPath: ['storage', 'public', 'extensions'],
      sources: [],
      ofRequest: [
        ['storage.operation', operation],
        ['storage.allow_delete_query', 'true'],
      ],
    });
    settingsOf.set(operation, settings);
  }
  return settings;
}
