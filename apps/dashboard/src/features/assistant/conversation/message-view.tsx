import { Button } from '@mantine/core';
import { IconPencil, IconRefresh } from '@tabler/icons-react';
import { getToolName, isToolUIPart } from 'ai';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { readMarkdown } from '../../../ui/markdown/read-markdown.ts';
import { AnswerProvider } from './answer-context.ts';
import { AnswerText } from './answer-text.tsx';
import { attachedOf, type ChatMessage, wordsOf } from './chat-message.ts';
import classes from './conversation.module.css';
import { ToolPart } from './tool-part.tsx';

interface MessageViewProps {
  projectRef: string;
  message: ChatMessage;
  /** It is being written. */
  isWriting: boolean;
  /** Another answer can be asked for here. */
  offersAgain: boolean;
  /** Nothing can be asked now. */
  isLocked: boolean;
  onRows: (messageId: string, resultId: string, rows: Record<string, unknown>[]) => void;
  onRewrite: (messageId: string, text: string) => void;
  onAnswerAnew: () => void;
}

export const MessageView = memo(function MessageView(props: MessageViewProps) {
  return (
    <li className={classes.message} data-role={props.message.role}>
      {props.message.role === 'user' ? <Question {...props} /> : <Answer {...props} />}
    </li>
  );
});

function Question({ message, isLocked, onRewrite }: MessageViewProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = wordsOf(message);
  const attached = attachedOf(message);

  function send() {
    if (draft === null || draft.trim() === '' || isLocked) return;
    onRewrite(message.id, draft);
    setDraft(null);
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') setDraft(null);
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  if (draft !== null)
    return (
      <div className={classes.rewrite}>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: it appears because somebody asked to write here
          autoFocus
          aria-label="Edit your message"
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={press}
        />
        <p>What was said after it is dropped.</p>
        <div className={classes.actions}>
          <Button size="xs" onClick={() => setDraft(null)}>
            Cancel
          </Button>
          <Button size="xs" variant="filled" disabled={draft.trim() === '' || isLocked} onClick={send}>
            Send again
          </Button>
        </div>
      </div>
    );
  return (
    <>
      <div className={classes.question}>
        <h3 className="visually-hidden">You</h3>
        {text}
        {attached !== '' && <Attached markdown={attached} />}
      </div>
      <div className={classes.tools}>
        <CopyButton value={text} label="message" />
        <button
          type="button"
          className={classes.tool}
          aria-label="Edit and send again"
          title="Edit and send again"
          disabled={isLocked}
          onClick={() => setDraft(text)}
        >
          <IconPencil size={14} stroke={1.75} aria-hidden />
        </button>
      </div>
    </>
  );
}

function Attached({ markdown }: { markdown: string }) {
  const tokens = useMemo(() => readMarkdown(markdown), [markdown]);
  return (
    <details className={classes.attached}>
      <summary>Attached SQL</summary>
      <Markdown tokens={tokens} />
    </details>
  );
}

function Answer(props: MessageViewProps) {
  const { projectRef, message, isWriting, offersAgain, isLocked, onRows, onAnswerAnew } = props;
  const { id, parts, metadata } = message;
  const results = metadata?.results;
  const context = useMemo(
    () => ({
      projectRef,
      results,
      onRows: (resultId: string, rows: Record<string, string | null>[]) => onRows(id, resultId, rows),
    }),
    [projectRef, results, onRows, id],
  );
  const ending = isWriting ? null : endingOf(metadata);
  const words = wordsOf(message);
  return (
    <AnswerProvider value={context}>
      <h3 className="visually-hidden">Assistant</h3>
      <div className={classes.answer} aria-busy={isWriting}>
        {parts.map((part, index) => {
          if (part.type === 'text')
            return (
              <AnswerText
                // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
                key={index}
                id={`part-${index}`}
                text={part.text}
                isWritten={!isWriting}
              />
            );
          if (isToolUIPart(part))
            return (
              <ToolPart key={part.toolCallId} part={part} name={getToolName(part)} isWritten={!isWriting} />
            );
          return null;
        })}
      </div>
      {ending !== null && (
        <p className={classes.ending} data-failed={metadata?.state === 'failed' || undefined}>
          {ending}
        </p>
      )}
      {!isWriting && (
        <div className={classes.tools}>
          {words !== '' && <CopyButton value={words} label="answer" />}
          {offersAgain && (
            <button
              type="button"
              className={classes.tool}
              aria-label="Answer again"
              title="Answer again"
              disabled={isLocked}
              onClick={onAnswerAnew}
            >
              <IconRefresh size={14} stroke={1.75} aria-hidden />
            </button>
          )}
        </div>
      )}
    </AnswerProvider>
  );
}

/** What became of an answer that is not complete. */
function endingOf(metadata: ChatMessage['metadata']): string | null {
  switch (metadata?.state) {
    case 'stopped':
      return 'You stopped this answer.';
    case 'interrupted':
      return 'The server ended while this was written.';
    case 'failed':
      return metadata.error ?? 'This answer failed.';
    default:
      return null;
  }
}
