import { type StatementView, viewStatements } from '../text/statement-view.ts';
import { statementFindings } from './block-findings.ts';
import { DESTRUCTIVE_KINDS, type Finding, type Risk } from './risk.ts';
import { tablesWithoutRls } from './tables-without-rls.ts';

function placeOfStatement(views: readonly StatementView[], statement: number) {
  const start = views[0]?.tokens[0]?.start ?? 0;
  return { statement, start, end: views.at(-1)?.tokens.at(-1)?.end ?? start };
}

function withoutRepetitions(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.kind} ${finding.subject}`, finding])).values()];
}

/**
 * What a script might do that is worth a question before it runs, in the order of its statements: also where it is
 * hidden in a DO block or in the text of an EXECUTE. A courtesy, no protection: the server decides by roles.
 */
export function findRisks(sql: string): Risk[] {
  const script = viewStatements(sql);
  const open = Map.groupBy(tablesWithoutRls(script), ({ statement }) => statement);
  return script.flatMap((views, statement) => {
    const tables = (open.get(statement) ?? []).map(
      ({ name }): Finding => ({ kind: 'table-without-rls', subject: name }),
    );
    const findings = withoutRepetitions([...views.flatMap((view) => statementFindings(view)), ...tables]);
    const place = placeOfStatement(views, statement);
    return findings.map((finding) => ({ ...finding, ...place }));
  });
}

function holds(sql: string, isMeant: (finding: Finding) => boolean): boolean {
  return viewStatements(sql).some((views) => views.some((view) => statementFindings(view).some(isMeant)));
}

/** Whether a script drops, deletes, truncates or takes away a column, in the open, in a DO block or in an EXECUTE. */
export function isDestructive(sql: string): boolean {
  return holds(sql, ({ kind }) => DESTRUCTIVE_KINDS.has(kind));
}

/** Whether a script updates every row of a table, because an UPDATE in it has no WHERE. */
export function isUpdateWithoutWhere(sql: string): boolean {
  return holds(sql, ({ kind }) => kind === 'update-without-where');
}
