import type { Project, ProjectStatus, ResourceWarnings } from '@basalt/contract';
import { byteSize } from '../lib/format/byte-size.ts';
import { minuteTime } from '../lib/format/moment.ts';
import { type StatusTone, statusLook } from '../ui/status/status-look.ts';
import { activeWarning, type ShownKind } from './active-warnings.ts';
import { warningLabels } from './warning-labels.ts';

/** What can be wrong with a project that is in use. */
export type ProblemKind = ShownKind | 'not_answering' | 'temporary_files' | 'backup_problem';

export interface Problem {
  kind: ProblemKind;
  isCritical: boolean;
  /** In a few words, for the header and the list. */
  label: string;
  title: string;
  /** What it does to requests, and what to do. */
  text: string;
}

/** How a project is. `cause` is null when all is well, and says otherwise why not, and by its kind where that is mended. */
export interface Health {
  tone: StatusTone;
  label: string;
  cause: { kind: ProblemKind | 'state'; title: string; text: string } | null;
}

type ProjectState = Pick<
  Project,
  | 'status'
  | 'status_reason'
  | 'postgrestStatus'
  | 'is_readonly_mode_enabled'
  | 'connection_exhaustion'
  | 'temporary_files_ended'
>;

const LIVE = 'Its pages come back by themselves when that is done.';
const INTACT = 'Its data is intact. Open the project to see why and what to do.';
/** What is said of a status that is no problem of a project in use. */
const STATES: Partial<Record<ProjectStatus, { title: string; text: string }>> = {
  INACTIVE: {
    title: 'This project is paused',
    text: 'Its database takes no connections. Open the project to restore it.',
  },
  PAUSING: { title: 'This project is pausing', text: LIVE },
  GOING_DOWN: { title: 'This project is going down', text: LIVE },
  RESTARTING: { title: 'This project is restarting', text: LIVE },
  RESIZING: { title: 'This project is resizing', text: LIVE },
  COMING_UP: { title: 'This project is being set up', text: LIVE },
  RESTORING: { title: 'This project is being restored', text: LIVE },
  UPGRADING: { title: 'This project is being upgraded', text: LIVE },
  INIT_FAILED: {
    title: 'Setting up the project failed',
    text: 'Open the project to see why and what to do.',
  },
  RESTORE_FAILED: { title: 'Restoring the project failed', text: INTACT },
  PAUSE_FAILED: { title: 'Pausing the project failed', text: INTACT },
};

/**
 * The one rule of what is wrong with a project in use, the worst first. The header, the list, home and the banner all speak by it.
 * @param warnings undefined: not known yet. What the project's own record says of its limits is newer and counts.
 */
export function problemsOf(project: ProjectState, warnings: ResourceWarnings | undefined): Problem[] {
  const { status, status_reason, postgrestStatus, temporary_files_ended: ended } = project;
  if (status !== 'ACTIVE_HEALTHY' && status !== 'ACTIVE_UNHEALTHY') return [];
  const problems: Problem[] = [];
  if (status === 'ACTIVE_UNHEALTHY')
    problems.push({
      kind: 'not_answering',
      isCritical: true,
      label: 'Database down',
      title: 'The database does not answer',
      text: status_reason ?? 'Requests fail. Restart the project to start it again.',
    });
  else if (postgrestStatus === 'OFFLINE')
    problems.push({
      kind: 'not_answering',
      isCritical: true,
      label: 'API down',
      title: 'The API does not answer',
      text: 'Requests fail until it does. Restart the project if it stays like this.',
    });
  const { is_readonly_mode_enabled, connection_exhaustion } = project;
  const warning = activeWarning({ ...warnings, is_readonly_mode_enabled, connection_exhaustion });
  if (warning !== null) {
    const { card, title, text } = warningLabels(warning);
    problems.push({
      kind: warning.kind,
      isCritical: warning.level === 'critical',
      label: card,
      title,
      text,
    });
  }
  if (ended !== null)
    problems.push({
      kind: 'temporary_files',
      isCritical: false,
      label: 'Temporary files filled the disk',
      title: 'Temporary files filled the disk',
      text: `The sessions whose statements wrote most of them, ${byteSize(ended.bytes)}, were ended at ${minuteTime(ended.at)}. Sort and join fewer rows at a time, add an index, or raise the disk size.`,
    });
  if (warnings !== undefined && warnings.backup_problem !== null)
    problems.push({
      kind: 'backup_problem',
      isCritical: false,
      label: 'Backups have a problem',
      title: 'Backups of this project have a problem',
      text: warnings.backup_problem,
    });
  return problems;
}

/** How a project is, in a word, with the worst that is wrong. */
export function healthOf(project: ProjectState, warnings: ResourceWarnings | undefined): Health {
  const look = statusLook(project.status);
  const state = STATES[project.status];
  if (state !== undefined) return { ...look, cause: { kind: 'state', ...state } };
  const [worst] = problemsOf(project, warnings);
  if (worst === undefined) return { ...look, cause: null };
  const { kind, isCritical, label, title, text } = worst;
  return { tone: isCritical ? 'danger' : 'warn', label, cause: { kind, title, text } };
}

/** Which of the problems the banner of a page shows: not those that the page itself shows in full. `path` without a trailing slash. */
export function onBanner(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter(({ kind }) => {
    switch (kind) {
      case 'not_answering':
        return !/\/project\/[^/]+$/.test(path);
      case 'is_readonly_mode_enabled':
        return !path.endsWith('/settings/database');
      case 'backup_problem':
        return !path.includes('/database/backups');
      case 'temporary_files':
        return true;
      default:
        return !path.endsWith('/usage') && !path.endsWith('/infrastructure');
    }
  });
}
