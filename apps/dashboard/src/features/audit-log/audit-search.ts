import { AUDIT_OUTCOMES, type AuditLogFilter } from '@basalt/contract';
import { choiceParam } from '../../lib/pages/search-params.ts';

/** What the address asks the log for; a part that makes no sense is as if it were not there. */
export interface AuditSearch {
  q?: string;
  person?: string;
  action?: string;
  project?: string;
  outcome?: string;
  /** Days of the reader's calendar, `2026-11-26`, both included. */
  from?: string;
  to?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The filter that the server is asked with. */
export function auditFilter(search: AuditSearch): AuditLogFilter {
  const { q, person, action, project, outcome, from, to } = search;
  const filter = {
    search: q?.slice(0, 200),
    account: person !== undefined && UUID.test(person) ? person : undefined,
    action: action !== undefined && /^[a-zA-Z]{1,50}(\.[a-zA-Z_]{1,49})?$/.test(action) ? action : undefined,
    project: project !== undefined && /^[a-z]{20}$/.test(project) ? project : undefined,
    outcome: choiceParam(outcome, AUDIT_OUTCOMES),
    from: startOfDay(from, 0),
    to: startOfDay(to, 1),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** The moment at which a day, or one so many days later, begins for the reader. Undefined for what is no day. */
function startOfDay(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  if (year === undefined) return undefined;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
