import type { Operation, Project } from '@basalt/contract';
import { operationTitle } from '../../operations/progress/operation-labels.ts';

/** What a report can be about. Links of other pages carry the value. */
export const SUPPORT_CATEGORIES = [
  { value: 'Database_unresponsive', label: 'A database that does not answer' },
  { value: 'Problem', label: 'A problem with the dashboard or an API' },
  { value: 'Performance', label: 'Something is slow' },
  { value: 'Account', label: 'Signing in, members, permissions' },
  { value: 'Other', label: 'Something else' },
] as const;

export interface SupportDraft {
  category: string;
  subject: string;
  message: string;
}

export interface Diagnostics {
  /** Milliseconds since 1970. */
  now: number;
  userAgent: string;
  project: Project | undefined;
  operations: readonly Operation[];
}

/** As many of the last operations help. */
export const OPERATIONS = 5;

/** What can be known from here that helps others to help: no keys, no passwords, no data. Times are UTC. */
export function diagnosticsText({ now, userAgent, project, operations }: Diagnostics): string {
  const facts: [string, string][] = [
    ['Time', new Date(now).toISOString()],
    ['Browser', userAgent],
  ];
  if (project !== undefined) {
    facts.push(
      ['Project', `${project.name} (${project.ref})`],
      ['Status', project.status + (project.status_reason === null ? '' : `: ${project.status_reason}`)],
      ['API', project.postgrestStatus],
      ['Postgres', project.postgres_version],
      ['Size', project.compute_size],
      ['Read-only mode', project.is_readonly_mode_enabled ? 'on' : 'off'],
    );
  }
  const lines = facts.map(([label, value]) => `${label}: ${value}`);
  if (operations.length > 0) lines.push('Last operations:');
  for (const operation of operations.slice(0, OPERATIONS)) {
    const { started_at, reason } = operation;
    lines.push(`- ${started_at} ${operationTitle(operation)}${reason === null ? '' : `: ${reason}`}`);
  }
  return lines.join('\n');
}

/** The whole report, as text that can be pasted anywhere. */
export function supportText({ category, subject, message }: SupportDraft, diagnostics: string): string {
  const about = SUPPORT_CATEGORIES.find(({ value }) => value === category)?.label ?? category;
  return [
    subject.trim() || 'No subject',
    `About: ${about}`,
    '',
    message.trim() || 'No description',
    '',
    '--- Diagnostics ---',
    diagnostics,
  ].join('\n');
}
