import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import classes from './import-panel.module.css';
import type { ImportReport } from './send-file.ts';

/** What became of the rows of a file, and why some of them are not in the table. */
export function ImportResult({ report, tableName }: { report: ImportReport; tableName: string }) {
  const { rows, refused, refused_rows: told, is_imported } = report;
  return (
    <>
      <Notice tone={is_imported ? (refused === 0 ? 'info' : 'warn') : 'danger'}>
        {is_imported
          ? `${count(rows)} imported into ${tableName}${refused === 0 ? '.' : `, ${count(refused)} refused.`}`
          : `Nothing was imported, because ${count(refused)} ${refused === 1 ? 'was' : 'were'} refused.`}
      </Notice>
      {told.length > 0 && (
        <>
          <div className={classes.refusedHead}>
            <h4>Refused rows</h4>
            <CopyButton
              value={told
                .map(({ line, column, reason }) => [line, column ?? '', reason].join('\t'))
                .join('\n')}
              label="refused rows"
            />
          </div>
          <ol className={classes.refused}>
            {told.map(({ line, column, reason }) => (
              <li key={`${line} ${column} ${reason}`}>
                <strong>Line {line.toLocaleString('en')}</strong>
                {column !== null && <code>{column}</code>}
                <span>{reason}</span>
              </li>
            ))}
          </ol>
          {refused > told.length && (
            <p className={classes.text}>The first {told.length.toLocaleString('en')} of them are shown.</p>
          )}
        </>
      )}
    </>
  );
}

function count(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
