import { byteSize } from '../../../lib/format/byte-size.ts';
import { duration } from '../../../lib/format/duration.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import { bodyText } from './body-text.ts';
import classes from './run.module.css';
import type { RunAnswer } from './send-request.ts';

/** What came back: status, time, size and body, and the headers that a browser may see. */
export function RunAnswerView({ answer, label }: { answer: RunAnswer; label: string }) {
  const { status, milliseconds, bytes, headers, text, isCut, isTakenBack, as } = answer;
  return (
    <>
      <p className={classes.facts} role="status">
        <StateLabel
          tone={status < 300 ? 'ok' : status < 500 ? 'warn' : 'danger'}
          label={`Status ${status}`}
        />
        <span>{duration(milliseconds)}</span>
        <span>{byteSize(bytes)}</span>
        <span>as {as}</span>
        {isTakenBack === true && <span>taken back</span>}
      </p>
      {isTakenBack === false && status < 300 && (
        <Notice tone="warn">
          <p>The Data API did not take it back: what was written is there.</p>
        </Notice>
      )}
      {isCut && (
        <Notice tone="info">
          <p>The answer is longer than this. Its beginning is shown.</p>
        </Notice>
      )}
      {text === null ? (
        <p className={classes.quiet}>The body is not text.</p>
      ) : text === '' ? (
        <p className={classes.quiet}>The body is empty.</p>
      ) : (
        <CodeBlock label={`Body of the answer: ${label}`} value={isCut ? text : bodyText(text)} wrap />
      )}
      <details className={classes.headers}>
        <summary>
          {headers.length} {headers.length === 1 ? 'header' : 'headers'}
        </summary>
        <FactList
          facts={headers.map(({ name, value }, position) => ({
            label:
              headers.findIndex((other) => other.name === name) === position ? name : `${name} (${position})`,
            value: <code>{value}</code>,
            copy: value,
          }))}
        />
      </details>
    </>
  );
}
