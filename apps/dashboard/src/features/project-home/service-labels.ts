import type { Project, ServiceHealth } from '@basalt/contract';

/** The services of a project that home shows, in the order in which they depend on each other. */
export const SHOWN_SERVICES = ['db', 'rest', 'auth'] as const;
export type ShownService = (typeof SHOWN_SERVICES)[number];

export const SERVICE_NAMES: Record<ShownService, string> = {
  db: 'Database',
  rest: 'Data API',
  auth: 'Auth',
};

export interface ServiceLabels {
  tone: 'ok' | 'danger' | 'idle';
  /** After the service's name: "Database healthy". */
  text: string;
  /** What is wrong with it; null: nothing. */
  why: string | null;
}

/** What is said of a service. Null: it was not asked yet. */
export function serviceLabels(
  status: Project['status'],
  health: Pick<ServiceHealth, 'state' | 'error'> | undefined,
  isUnknown: boolean,
): ServiceLabels | null {
  if (status === 'INACTIVE') return { tone: 'idle', text: 'not running', why: null };
  if (isUnknown) return { tone: 'idle', text: 'not known', why: null };
  if (health === undefined) return null;
  switch (health.state) {
    case 'answering':
      return { tone: 'ok', text: 'healthy', why: null };
    case 'starting':
      return { tone: 'idle', text: 'starting', why: null };
    case 'stopped':
      return { tone: 'idle', text: 'not running', why: null };
    case 'off':
      return { tone: 'idle', text: 'switched off', why: null };
    default:
      return { tone: 'danger', text: 'does not answer', why: health.error ?? null };
  }
}
