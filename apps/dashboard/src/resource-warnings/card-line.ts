import type { ProjectStatus, ResourceWarnings } from '@basalt/contract';
import { activeWarning } from './active-warnings.ts';
import { warningLabels } from './warning-labels.ts';

export interface CardLine {
  tone: 'neutral' | 'warn' | 'danger';
  text: string;
  /** What it means, as a tooltip. */
  hint: string;
}

const LIVE = 'This page shows when it is done.';
const STATES: Partial<Record<ProjectStatus, CardLine>> = {
  INACTIVE: {
    tone: 'neutral',
    text: 'Project is paused',
    hint: 'Its database takes no connections. Open the project to restore it.',
  },
  PAUSING: { tone: 'warn', text: 'Project is pausing', hint: LIVE },
  GOING_DOWN: { tone: 'warn', text: 'Project is going down', hint: LIVE },
  RESTARTING: { tone: 'warn', text: 'Project is restarting', hint: LIVE },
  RESIZING: { tone: 'warn', text: 'Project is resizing', hint: LIVE },
  COMING_UP: { tone: 'warn', text: 'Project is coming up', hint: LIVE },
  RESTORING: { tone: 'warn', text: 'Project is restoring', hint: LIVE },
  UPGRADING: { tone: 'warn', text: 'Project is upgrading', hint: LIVE },
  RESTORE_FAILED: {
    tone: 'danger',
    text: 'Restoring the project failed',
    hint: 'Its data is intact. Open the project to see why and what to do.',
  },
  PAUSE_FAILED: {
    tone: 'danger',
    text: 'Pausing the project failed',
    hint: 'Its data is intact. Open the project to see why and what to do.',
  },
};

/** The line of a project in a list: its state when it is a special one, else what runs out; null when all is well. */
export function cardLine(status: ProjectStatus, warnings: ResourceWarnings | undefined): CardLine | null {
  const state = STATES[status];
  if (state !== undefined) return state;
  if (warnings === undefined) return null;
  const warning = activeWarning(warnings);
  if (warning !== null) {
    const { card, text } = warningLabels(warning);
    return { tone: warning.level === 'critical' ? 'danger' : 'warn', text: card, hint: text };
  }
  if (warnings.backup_problem === null) return null;
  return { tone: 'warn', text: 'Backups have a problem', hint: warnings.backup_problem };
}
