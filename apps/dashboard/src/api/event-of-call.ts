import type { UsageEventName } from '@basalt/contract';

/** The calls that are worth an event, by their names in the contract. */
const EVENT_OF_CALL: Readonly<Record<string, UsageEventName>> = {
  'projects.v1Create': 'project_created',
  'projects.pause': 'project_paused',
  'projects.restore': 'project_restored',
  'projects.restart': 'project_restarted',
  'compute.resize': 'project_resized',
  'upgrades.start': 'upgrade_started',
  'backups.create': 'backup_taken',
  'backups.restore': 'backup_restored',
  'backups.restorePitr': 'backup_restored',
  'backups.restoreToNew': 'backup_restored',
  'backups.download': 'backup_downloaded',
  'databaseQueries.exportCsv': 'rows_exported',
  'apiKeys.v1Create': 'api_key_created',
  'authUsers.create': 'user_created',
  'authUsers.invite': 'user_created',
};

/** What a call and its answer say that is looked at here. */
interface Said {
  ref?: unknown;
  params?: { ref?: unknown };
  body?: { type?: unknown; version?: unknown };
}

/** The event of a call that has succeeded, and its project; null when there is none. */
export function eventOfCall(
  path: readonly string[],
  input: unknown,
  answer: unknown,
): { ref: string; event: UsageEventName } | null {
  const { ref, params, body } = (input ?? {}) as Said;
  const project = ref ?? params?.ref ?? (answer as Said | undefined)?.ref;
  const call = path.join('.');
  const event = call === 'content.save' ? eventOfSave(body) : EVENT_OF_CALL[call];
  return event === undefined || typeof project !== 'string' ? null : { ref: project, event };
}

/** Only the first save of a text: it is saved at every pause of typing. */
function eventOfSave(body: Said['body']): UsageEventName | undefined {
  if (body?.version) return undefined;
  if (body?.type === 'graphql' || body?.type === 'log') return undefined;
  return body?.type === 'report' ? 'report_created' : 'snippet_created';
}
