import { contract } from '@basalt/contract';
import { describeWrite } from '@basalt/sql';
import type { z } from 'zod';

/** A route of the contract, as far as the log looks at it. */
export interface ContractRoute {
  /** `projects.pause` */
  name: string;
  inputSchema: z.core.$ZodType | undefined;
  /** Its path, with parameters: `/v1/projects/{ref}/pause`. */
  path: string;
  method: string;
}

/**
 * Routes that change nothing although they are no GET: they ask with a body, or try something and undo it. All others are recorded.
 * An event of usage is a record itself, and of less.
 */
const READING_ROUTES: ReadonlySet<string> = new Set([
  'accounts.beginPasskeyUse',
  'assistant.dryRun',
  'attachedDatabases.check',
  'assistant.title',
  'assistantProvider.test',
  'database.v1ReadOnlyQuery',
  'databaseQueries.exportCsv',
  'invitations.look',
  'openId.begin',
  'organizations.availableVersions',
  'projectAddresses.v1CheckVanity',
  'queryPerformance.explain',
  'queryPerformance.tryIndex',
  'storageObjects.get',
  'storageObjects.list',
  'storageObjects.listDeep',
  'storageObjects.sign',
  'tableDesigns.preview',
  'tableRows.cell',
  'tableRows.count',
  'tableRows.explainRow',
  'tableRows.exportRows',
  'tableRows.list',
  'tableRows.preview',
  'usageEvents.record',
  // Nobody is a user by it before the import is finished, which is recorded.
  'userImports.stage',
]);

/** Routes that somebody calls who is not signed in, or is as somebody else. Who it was is known with the change. */
export const ENTERING_ROUTES: ReadonlySet<string> = new Set([
  'accounts.requestPasswordReset',
  'accounts.resetPassword',
  'accounts.setUp',
  'accounts.signIn',
  'accounts.signInWithPasskey',
  'invitations.acceptAnew',
  'openId.confirm',
  'openId.finish',
]);

let routes: ReadonlyMap<string, ContractRoute> | undefined;

/** All routes of the contract, by method and path. */
export function contractRoutes(): ReadonlyMap<string, ContractRoute> {
  routes ??= new Map(leavesOf(contract).map((route) => [`${route.method} ${route.path}`, route]));
  return routes;
}

function leavesOf(tree: object, names: readonly string[] = []): ContractRoute[] {
  if ('~orpc' in tree) {
    const { route, inputSchema } = tree['~orpc'] as {
      route: { method?: string; path?: string };
      inputSchema?: z.core.$ZodType;
    };
    const { method = 'POST', path = '' } = route;
    return [{ name: names.join('.'), inputSchema, path, method }];
  }
  return Object.entries(tree).flatMap(([name, below]) => leavesOf(below as object, [...names, name]));
}

/** Whether calls of a route are recorded, whatever they say. */
export function mayChange({ method, name }: Pick<ContractRoute, 'method' | 'name'>): boolean {
  return method !== 'GET' && !READING_ROUTES.has(name);
}

/** Whether this call of a route that {@link mayChange} can change anything. */
export function changes(name: string, input: unknown): boolean {
  const { query, read_only, confirmed, preview } = (input ?? {}) as Record<string, unknown>;
  // Answers the SQL that it would run.
  if (preview === true) return false;
  // Unconfirmed SQL that writes is refused, or runs as a role that cannot write.
  if (name === 'database.run') return read_only !== true && confirmed === true && mayWrite(query);
  if (name === 'database.v1Query') return read_only !== true && mayWrite(query);
  return true;
}

/** UTF-16 units. Longer texts are not looked at: that would hold up everybody else on this server. */
const MAX_EXAMINED_LENGTH = 100_000;

/** Whether SQL may write, as far as its text tells. */
export function mayWrite(query: unknown): boolean {
  if (typeof query !== 'string' || query.length > MAX_EXAMINED_LENGTH) return true;
  const { writes, unknownFunctions } = describeWrite(query);
  return writes || unknownFunctions.length > 0;
}

/** The name of an action: what the management API and the dashboard do alike is called alike. `projects.v1Pause` → `projects.pause`. */
export function actionOf(name: string): string {
  return name.replace(/\.v1([A-Z])/, (_, first: string) => `.${first.toLowerCase()}`);
}
