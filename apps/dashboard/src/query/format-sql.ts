import { significantTokens, tokenize } from '@basalt/sql';

export type Formatted = { ok: true; sql: string } | { ok: false; message: string };

/** A larger text would stop the page for seconds. */
export const MAX_FORMATTED_LENGTH = 200_000;

/** Lines that give parameters their defaults. They are no SQL, so they stay as they are, at the top. */
const DIRECTIVES = /^(?:[ \t]*@set[ \t].*(?:\r?\n|$)|[ \t]*\r?\n)*/;

/**
 * The text with regular line breaks and indentation. Everything else stays: where the formatter would change a word,
 * or does not understand the text, it is left alone and the reason is said.
 */
export async function formatSql(sql: string): Promise<Formatted> {
  if (sql.length > MAX_FORMATTED_LENGTH) {
    return { ok: false, message: 'The text is too large. Select a part of it.' };
  }
  const directives = DIRECTIVES.exec(sql)?.[0] ?? '';
  const statements = sql.slice(directives.length);
  if (/^[ \t]*@set[ \t]/m.test(statements)) {
    return { ok: false, message: 'Move the lines that start with @set to the top of the text first.' };
  }
  try {
    const formatted = await format(statements);
    if (!saysTheSame(statements, formatted)) {
      return { ok: false, message: 'The text could not be formatted without changing what it says.' };
    }
    return { ok: true, sql: directives + formatted };
  } catch {
    return {
      ok: false,
      message: 'A part of the text was not understood. Look for an open bracket or quote.',
    };
  }
}

async function format(sql: string): Promise<string> {
  const { formatDialect, postgresql } = await import('sql-formatter');
  return formatDialect(sql, {
    dialect: postgresql,
    tabWidth: 2,
    keywordCase: 'preserve',
    linesBetweenQueries: 1,
    paramTypes: { numbered: ['$'], named: [':'] },
  });
}

/** True when only spaces, line breaks and the indentation of comments differ. */
function saysTheSame(before: string, after: string): boolean {
  const one = words(before);
  const other = words(after);
  return one.length === other.length && one.every((word, i) => word === other[i]);
}

function words(sql: string): string[] {
  const comments = tokenize(sql).filter(({ kind }) => kind.endsWith('-comment'));
  return [
    ...significantTokens(sql).map(({ start, end }) => sql.slice(start, end)),
    ...comments.map(({ start, end }) => sql.slice(start, end).replace(/\s+/g, ' ').trim()),
  ];
}
