import { byteSize } from '../../../lib/format/byte-size.ts';
import { duration } from '../../../lib/format/duration.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import { GraphqlEditor } from '../editor/lazy-graphql-editor.tsx';
import classes from '../workbench.module.css';
import { errorCount, type GraphqlAnswer } from './send-request.ts';

export type AnswerState =
  | { kind: 'none' }
  | { kind: 'waiting' }
  | { kind: 'answer'; answer: GraphqlAnswer }
  | { kind: 'failed'; message: string };

/** What came back. */
export function AnswerPane({ state }: { state: AnswerState }) {
  return (
    <section className={classes.pane} aria-label="Answer">
      <div className={classes.bar} role="status">
        {state.kind === 'answer' ? (
          <Facts answer={state.answer} />
        ) : (
          <span className={classes.quiet}>
            {state.kind === 'waiting' ? 'Waiting for the answer…' : 'Answer'}
          </span>
        )}
        {state.kind === 'answer' && <CopyButton value={state.answer.text} label="answer" />}
      </div>
      <div className={classes.answer}>
        {state.kind === 'none' && (
          <p className={classes.empty}>Run the query, and its answer appears here.</p>
        )}
        {state.kind === 'failed' && (
          <p className={classes.failure} role="alert">
            {state.message}
          </p>
        )}
        {state.kind === 'answer' && (
          <GraphqlEditor label="Answer as JSON" mode="answer" text={state.answer.text} />
        )}
      </div>
    </section>
  );
}

function Facts({ answer }: { answer: GraphqlAnswer }) {
  const { status, milliseconds, bytes } = answer;
  const errors = errorCount(answer);
  return (
    <span className={classes.facts}>
      <StateLabel
        tone={status >= 500 ? 'danger' : status >= 300 || errors > 0 ? 'warn' : 'ok'}
        label={`Status ${status}`}
      />
      {errors > 0 && (
        <span>
          {errors} {errors === 1 ? 'error' : 'errors'}
        </span>
      )}
      <span>{duration(milliseconds)}</span>
      <span>{byteSize(bytes)}</span>
    </span>
  );
}
