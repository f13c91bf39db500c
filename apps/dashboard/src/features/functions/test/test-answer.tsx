import type { FunctionTestAnswer } from '@basalt/contract';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { duration } from '../../../lib/format/duration.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import { answerText } from './answer-text.ts';
import classes from './test.module.css';

interface TestAnswerProps {
  /** Null: there is none yet. */
  answer: FunctionTestAnswer | null;
  isRunning: boolean;
}

/** What came back from a function. */
export function TestAnswer({ answer, isRunning }: TestAnswerProps) {
  return (
    <Section title="Answer">
      <div className={classes.answer} role="status">
        {answer === null && (
          <p className={classes.quiet}>
            {isRunning ? 'Waiting for the function…' : 'Send a request, and the answer appears here.'}
          </p>
        )}
        {answer !== null && <Shown answer={answer} />}
      </div>
    </Section>
  );
}

function Shown({ answer }: { answer: FunctionTestAnswer }) {
  const { status, milliseconds, headers, body, encoding, is_cut } = answer;
  const bytes = encoding === 'text' ? new TextEncoder().encode(body).length : atob(body).length;
  return (
    <>
      <p className={classes.facts}>
        <StateLabel
          tone={status < 300 ? 'ok' : status < 500 ? 'warn' : 'danger'}
          label={`Status ${status}`}
        />
        <span>{duration(milliseconds)}</span>
        <span>{byteSize(bytes)}</span>
      </p>
      {is_cut && (
        <Notice tone="info">
          <p>The answer is longer than this. Its beginning is shown.</p>
        </Notice>
      )}
      {body === '' ? (
        <p className={classes.quiet}>The body is empty.</p>
      ) : (
        <CodeBlock label="body of the answer" value={answerText(answer)} wrap={encoding === 'text'} />
      )}
      <details>
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
