import { CodeBlock } from '../../ui/copy/code-block.tsx';
import classes from './table-designer.module.css';

interface StatementPreviewProps {
  statements: readonly string[];
  problem: { message: string } | null;
  isNew: boolean;
}

/** The SQL that saving runs, as it is now. */
export function StatementPreview({ statements, problem, isNew }: StatementPreviewProps) {
  return (
    <section className={classes.group} aria-labelledby="designer-sql">
      <h3 id="designer-sql" className={classes.heading}>
        SQL
      </h3>
      {problem !== null && <p className={classes.quiet}>{problem.message}</p>}
      {problem === null && statements.length === 0 && (
        <p className={classes.quiet}>{isNew ? '' : 'Nothing has changed yet.'}</p>
      )}
      {statements.length > 0 && (
        <CodeBlock
          value={statements.map((statement) => `${statement};`).join('\n')}
          label="statements"
          wrap
        />
      )}
    </section>
  );
}
