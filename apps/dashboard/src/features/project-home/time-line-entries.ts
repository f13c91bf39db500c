import type { Operation, ProjectEvent } from '@basalt/contract';

/** What can be looked at alone. */
export const ENTRY_KINDS = ['operations', 'deployments', 'alerts', 'backups'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const KIND_LABELS: Readonly<Record<EntryKind, string>> = {
  operations: 'Operations',
  deployments: 'Deployments',
  alerts: 'Alerts',
  backups: 'Backups',
};

export type Entry = { at: number; kind: EntryKind; key: string } & (
  | { operation: Operation }
  | { event: ProjectEvent }
);

const KIND_OF_EVENT: Readonly<Record<ProjectEvent['kind'], EntryKind>> = {
  deployment: 'deployments',
  alert: 'alerts',
  backup_verified: 'backups',
  restore_point: 'backups',
};
const BACKUP_OPERATIONS: readonly Operation['kind'][] = [
  'back_up',
  'restore_backup',
  'restore_to_new',
  'return_to',
];

/** Operations and what happened beside them, the newest first. */
export function entriesOf(operations: readonly Operation[], events: readonly ProjectEvent[]): Entry[] {
  const ofOperations = operations.map((operation): Entry => {
    const kind = BACKUP_OPERATIONS.includes(operation.kind) ? 'backups' : 'operations';
    return { at: Date.parse(operation.started_at), kind, key: operation.id, operation };
  });
  const ofEvents = events.map((event, index): Entry => {
    const key = `${event.kind} ${event.at} ${index}`;
    return { at: Date.parse(event.at), kind: KIND_OF_EVENT[event.kind], key, event };
  });
  return [...ofOperations, ...ofEvents].sort((a, b) => b.at - a.at);
}

/**
 * How many of the first entries are newer than the newest that somebody has seen; 0 where nobody looked before, or all are: a line above or
 * below everything says nothing.
 */
export function newSince(entries: readonly Entry[], lastSeen: number | null): number {
  if (lastSeen === null) return 0;
  const count = entries.filter(({ at }) => at > lastSeen).length;
  return count === entries.length ? 0 : count;
}
