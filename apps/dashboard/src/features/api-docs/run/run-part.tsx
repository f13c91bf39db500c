import { Button } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import type { Caller } from '../../../caller/caller.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import type { Request } from '../snippets/curl.ts';
import type { DocsProject } from '../snippets/snippet.ts';
import classes from './run.module.css';
import { RunAnswerView } from './run-answer.tsx';
import { nextRun } from './run-machine.ts';
import { effectOf, requestLine, warningOf } from './run-rules.ts';
import { sendRequest } from './send-request.ts';

/** Where snippets are run, and as whom. */
export interface Runner {
  project: Pick<DocsProject, 'ref' | 'restUrl'>;
  caller: Caller;
}

interface RunPartProps {
  code: string;
  copied: string;
  /** What the code does, with the topic it belongs to. */
  label: string;
  request: Request;
  runner: Runner;
}

/** Milliseconds after which nobody waits for an answer any more. */
const LONGEST = 60_000;

/** Code with a button that sends what it sends, and what came back. */
export function RunPart({ code, copied, label, request, runner }: RunPartProps) {
  const [state, dispatch] = useReducer(nextRun, { is: 'idle' });
  const [wantsBack, setWantsBack] = useState(true);
  const sending = useRef<AbortController>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const { project, caller } = runner;
  const effect = effectOf(request, project);

  async function send() {
    const controller = new AbortController();
    sending.current = controller;
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(LONGEST)]);
    const takesBack = effect === 'undoable' && wantsBack;
    try {
      const answer = await sendRequest({ request, project, caller, takesBack, signal });
      dispatch({ type: 'answer', answer });
    } catch (error) {
      if (!controller.signal.aborted) dispatch({ type: 'fail', message: sayFailure(error) });
    }
  }
  function press() {
    dispatch({ type: 'press', asks: effect !== 'none' });
    if (effect === 'none' && state.is !== 'running') void send();
  }
  function leave() {
    sending.current?.abort();
    dispatch({ type: 'leave' });
    button.current?.focus();
  }
  return (
    <>
      <CodeBlock
        value={code}
        copied={copied}
        label={label}
        actions={
          <button
            ref={button}
            type="button"
            className={classes.run}
            aria-label={`Run ${label}`}
            aria-disabled={state.is === 'running' || undefined}
            onClick={press}
          >
            <IconPlayerPlayFilled size={11} aria-hidden="true" />
            Run
          </button>
        }
      />
      {state.is === 'asking' && (
        <Question
          label={label}
          warning={warningOf(request, project)}
          as={caller.words}
          takesBack={effect === 'undoable' ? wantsBack : null}
          onTakesBack={setWantsBack}
          onRun={() => {
            dispatch({ type: 'confirm' });
            button.current?.focus();
            void send();
          }}
          onLeave={leave}
        />
      )}
      {(state.is === 'running' || state.is === 'answered' || state.is === 'failed') && (
        <section className={classes.result} aria-label={`Answer: ${label}`}>
          <div className={classes.line}>
            <code className={classes.sent}>{requestLine(request, project)}</code>
            <Button variant="subtle" size="compact-xs" onClick={leave}>
              {state.is === 'running' ? 'Cancel' : 'Close'}
            </Button>
          </div>
          {state.is === 'running' && <p role="status">Waiting for the answer…</p>}
          {state.is === 'answered' && <RunAnswerView answer={state.answer} label={label} />}
          {state.is === 'failed' && (
            <Notice tone="danger" title="There was no answer">
              <p>{state.message}</p>
            </Notice>
          )}
        </section>
      )}
    </>
  );
}

function sayFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'Nothing came back within a minute. What was sent may still be done.';
  if (error instanceof TypeError) return 'The project could not be reached, or it refused the request.';
  return toApiError(error).message;
}

interface QuestionProps {
  label: string;
  warning: string;
  as: string;
  /** Null: what is done cannot be taken back. */
  takesBack: boolean | null;
  onTakesBack: (takesBack: boolean) => void;
  onRun: () => void;
  onLeave: () => void;
}

/** Asks before something is changed, below the code that does it. */
function Question({ label, warning, as, takesBack, onTakesBack, onRun, onLeave }: QuestionProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.focus(), []);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    // The dialog around it stays open.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    onLeave();
  }
  return (
    <section
      ref={frame}
      className={classes.result}
      tabIndex={-1}
      aria-label={`Run ${label}?`}
      onKeyDown={onKeyDown}
    >
      <p>
        {warning} It runs as <strong>{as}</strong>
        {takesBack === null ? ' and cannot be taken back.' : '.'}
      </p>
      {takesBack !== null && (
        <SwitchField
          label="Take it back afterwards"
          description="Sends Prefer: tx=rollback. Rows stay as they are; sequences have moved on all the same."
          checked={takesBack}
          onChange={onTakesBack}
        />
      )}
      <div className={classes.buttons}>
        <Button size="xs" variant="filled" {...(takesBack === true ? {} : { color: 'red' })} onClick={onRun}>
          {takesBack === true ? 'Run and take back' : 'Run'}
        </Button>
        <Button size="xs" variant="default" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
