import {
  USAGE_FIGURES,
  USAGE_SERVICES,
  type Usage,
  type UsageFigure,
  type UsageFigures,
} from '@basalt/contract';
import { MEASURED_FIGURES, type UsageDay } from './store.ts';

/** Of these a span of days has the highest; of projects together the sum, as of all others. */
const HIGHEST: readonly UsageFigure[] = [...MEASURED_FIGURES, 'realtime_peak_connections', 'active_users'];

/** Days from one to another, both included, each `2026-01-31`. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** The first day of the month that a day is in. */
export function monthOf(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/**
 * What projects used in a span of days, together.
 * @param rows of these projects, from the first of the month in which the span begins to its end
 * @param before what was measured last before that
 */
export function sumUsage(
  rows: readonly UsageDay[],
  before: readonly UsageDay[],
  { from, to }: { from: string; to: string },
): Usage {
  const days = daysBetween(from, to);
  const byProject = Map.groupBy([...before, ...rows], ({ projectId }) => projectId);
  const ofProjects = [...byProject.values()].map((own) => daysOfProject(own, days));
  const sums = days.map((day, place) => ({
    day,
    ...figuresOf((figure) => {
      const values = ofProjects.map((own) => own[place]?.[figure] ?? null);
      return sum(isMeasured(figure) ? values : [0, ...values]);
    }),
  }));
  const within = rows.filter(({ day }) => day >= from);
  const add = (name: string) =>
    within.reduce((total, { figure, value }) => (figure === name ? total + value : total), 0);
  return {
    from,
    to,
    days: sums,
    total: figuresOf((figure) => {
      const values = sums.map((day) => day[figure]);
      return HIGHEST.includes(figure) ? highest(values) : sum(values);
    }),
    services: USAGE_SERVICES.map((service) => ({
      service,
      requests: add(`${service}_requests`),
      egress_bytes: add(`${service}_egress_bytes`),
    })),
  };
}

function daysOfProject(rows: readonly UsageDay[], days: readonly string[]): UsageFigures[] {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const last: Record<(typeof MEASURED_FIGURES)[number], number | null> = {
    database_bytes: null,
    storage_bytes: null,
  };
  for (const { day, figure, value } of [...rows].sort((a, b) => a.day.localeCompare(b.day)))
    if (days[0] !== undefined && day < days[0] && isMeasured(figure)) last[figure] = value;
  return days.map((day) => {
    const own = new Map((byDay.get(day) ?? []).map(({ figure, value }) => [figure, value]));
    const added = (end: string) =>
      [...own].reduce((total, [figure, value]) => (figure.endsWith(end) ? total + value : total), 0);
    for (const figure of MEASURED_FIGURES) last[figure] = own.get(figure) ?? last[figure];
    return {
      requests: added('_requests'),
      egress_bytes: added('_egress_bytes'),
      ...last,
      function_invocations: own.get('functions_requests') ?? 0,
      realtime_messages: own.get('realtime_messages') ?? 0,
      realtime_peak_connections: own.get('realtime_peak_connections') ?? 0,
      active_users: rows.reduce(
        (total, row) =>
          row.figure === 'active_users' && row.day >= monthOf(day) && row.day <= day
            ? total + row.value
            : total,
        0,
      ),
    };
  });
}

function isMeasured(figure: string): figure is (typeof MEASURED_FIGURES)[number] {
  return (MEASURED_FIGURES as readonly string[]).includes(figure);
}

function figuresOf(value: (figure: UsageFigure) => number | null): UsageFigures {
  return Object.fromEntries(USAGE_FIGURES.map((figure) => [figure, value(figure)])) as UsageFigures;
}

/** Null: none of them is known. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
