import type { Risk } from '@basalt/sql';

/** Risks as sentences, each said once, the gravest first. `sql` is the text they were found in. */
export function riskSentences(sql: string, risks: readonly Risk[]): string[] {
  const graver = (a: Risk, b: Risk) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);
  return [...new Set([...risks].sort(graver).map((risk) => riskSentence(sql, risk)))];
}

const ORDER: readonly Risk['kind'][] = [
  'database-lockout',
  'destructive',
  'drop-column',
  'delete-without-where',
  'update-without-where',
  'table-without-rls',
];

function riskSentence(sql: string, { kind, subject, start, end }: Risk): string {
  switch (kind) {
    case 'database-lockout':
      return 'Locks everybody out: the database takes no new connections after it, not even to undo this.';
    case 'delete-without-where':
      return subject === null ? 'Deletes every row of a table.' : `Deletes every row of ${subject}.`;
    case 'update-without-where':
      return subject === null ? 'Updates every row of a table.' : `Updates every row of ${subject}.`;
    case 'drop-column':
      return subject === null
        ? 'Drops a column with all that is in it.'
        : `Drops the column ${subject} with all that is in it.`;
    case 'table-without-rls':
      return `Creates ${subject === null ? 'a table' : `the table ${subject}`} without row level security: whoever has an API key may reach all its rows.`;
    case 'destructive':
      return destruction(sql.slice(start, end), subject);
  }
}

const DROPPED =
  /^drop\s+(materialized view|foreign table|event trigger|table|view|schema|database|function|procedure|policy|role|user|index|sequence|type|trigger|extension|publication)\b/i;

function destruction(text: string, subject: string | null): string {
  const verb = /^\s*(drop|truncate|delete)\b/i.exec(text)?.[1]?.toLowerCase();
  if (verb === 'truncate') return `Empties ${subject ?? 'a table'}.`;
  if (verb === 'delete') return `Deletes rows of ${subject ?? 'a table'}.`;
  if (verb === 'drop') {
    const kind = DROPPED.exec(text.trimStart())?.[1]?.toLowerCase();
    if (subject !== null) return `Drops ${kind === undefined ? '' : `the ${kind} `}${subject}.`;
    return `Drops ${kind === undefined ? 'something' : `a ${kind}`}.`;
  }
  return subject === null ? 'Removes something.' : `Removes ${subject} or a part of it.`;
}
