import { IconArrowUp, IconPlayerStopFilled, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import type { AttachedSnippet } from '../../../lib/ask-assistant.ts';
import classes from './composer.module.css';
import { inputPlaceholder } from './placeholder.ts';

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  snippets: readonly AttachedSnippet[];
  hasMessages: boolean;
  isBusy: boolean;
  /** Nobody would answer. */
  isOff: boolean;
  onText: (text: string) => void;
  onSnippets: (snippets: readonly AttachedSnippet[]) => void;
  onSend: () => void;
  onStop: () => void;
}

/** Where one writes to the assistant. Enter sends, Shift+Enter starts a line. */
export function Composer(props: ComposerProps) {
  const { field, text, snippets, hasMessages, isBusy, isOff, onText, onSnippets, onSend, onStop } = props;
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, [field]);

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
  }

  const isEmpty = text.trim() === '' && snippets.length === 0;
  return (
    <div className={classes.composer} data-off={isOff || undefined}>
      {snippets.length > 0 && (
        <ul className={classes.snippets} aria-label="Attached SQL">
          {snippets.map((snippet, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be the same
            <li key={place} className={classes.snippet}>
              <details>
                <summary>{snippet.name ?? `Snippet ${place + 1}`}</summary>
                <pre>{snippet.content}</pre>
              </details>
              <button
                type="button"
                aria-label={`Remove ${snippet.name ?? `snippet ${place + 1}`}`}
                title="Remove"
                onClick={() => onSnippets(snippets.filter((_, other) => other !== place))}
              >
                <IconX size={13} stroke={1.75} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.row}>
        <textarea
          ref={field}
          className={classes.field}
          rows={1}
          aria-label="Message to the assistant"
          placeholder={inputPlaceholder({ hasMessages, hasSnippets: snippets.length > 0 })}
          disabled={isOff}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={press}
        />
        {isBusy ? (
          <button type="button" className={classes.send} aria-label="Stop" title="Stop" onClick={onStop}>
            <IconPlayerStopFilled size={14} aria-hidden />
          </button>
        ) : (
          <button
            type="button"
            className={classes.send}
            aria-label="Send"
            title="Send (Enter)"
            disabled={isEmpty || isOff}
            onClick={onSend}
          >
            <IconArrowUp size={16} stroke={2} aria-hidden />
          </button>
        )}
      </div>
    </div>
  );
}
