import type { AdvisorFinding } from '@basalt/contract';

/** What one check found. */
export interface FindingGroup {
  name: string;
  title: string;
  /** The worst of its findings. */
  level: AdvisorFinding['level'];
  description: string;
  remediation: string;
  findings: readonly AdvisorFinding[];
}

export type AdvisorKind = 'security' | 'performance';

const LEVELS: readonly AdvisorFinding['level'][] = ['ERROR', 'WARN', 'INFO'];
const rank = ({ level }: Pick<AdvisorFinding, 'level'>) => LEVELS.indexOf(level);

export const LEVEL_LABELS = {
  ERROR: { one: 'error', many: 'errors', tone: 'danger' },
  WARN: { one: 'warning', many: 'warnings', tone: 'warn' },
  INFO: { one: 'suggestion', many: 'suggestions', tone: 'info' },
} as const;

/** Findings of one kind under their checks, the worst first. */
export function groupFindings(
  findings: readonly AdvisorFinding[],
  kind: AdvisorKind,
  isIgnored: boolean,
): FindingGroup[] {
  const shown = findings.filter(
    ({ categories, ignored }) =>
      categories.includes(kind === 'security' ? 'SECURITY' : 'PERFORMANCE') &&
      (ignored !== null) === isIgnored,
  );
  const groups = [...Map.groupBy(shown, ({ name }) => name)].flatMap(([name, members]) => {
    const sorted = members.toSorted((a, b) => rank(a) - rank(b));
    const [first] = sorted;
    if (first === undefined) return [];
    const { title, level, description, remediation } = first;
    return [{ name, title, level, description, remediation, findings: sorted }];
  });
  return groups.sort((a, b) => rank(a) - rank(b));
}

/** `2 errors, 1 suggestion`; null when there are none. */
export function countLevels(findings: readonly AdvisorFinding[]): string | null {
  const parts = LEVELS.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    const { one, many } = LEVEL_LABELS[level];
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

const COLUMNS = ['level', 'name', 'title', 'detail', 'remediation', 'fix', 'cache_key'] as const;

/** As a table that spreadsheets read. What begins like a formula is kept from being one. */
export function findingsAsCsv(findings: readonly AdvisorFinding[]): string {
  const cell = (value: string) => {
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const rows = findings.map((finding) => [
    ...COLUMNS.map((column) => finding[column] ?? ''),
    finding.ignored?.reason ?? '',
  ]);
  return [[...COLUMNS, 'ignored'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A sentence with names between backticks, taken apart: every second part is a name. */
export function namedParts(text: string): { key: string; text: string; isName: boolean }[] {
  return text.split('`').map((part, at) => ({ key: `${at}`, text: part, isName: at % 2 === 1 }));
}
