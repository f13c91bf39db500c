import { AI_PROMPT_FOCUS_DELAY, AI_PROMPT_LINE_HEIGHT, AI_PROMPT_LINES } from '@basalt/contract';
import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { keepsEscape } from '../lib/keeps-escape.ts';
import classes from './ai-edit.module.css';

interface PromptFormProps {
  prompt: string;
  /** Why the last attempt gave nothing. */
  problem: string | null;
  /** Why nobody can be asked. */
  unavailable: string | null;
  isGenerating: boolean;
  onWrite: (prompt: string) => void;
  onSubmit: () => void;
  onCancel: () => void;
  onClose: () => void;
}

/** The field for what should change. Enter sends, Shift+Enter starts a line, Escape leaves. */
export function PromptForm(props: PromptFormProps) {
  const { prompt, problem, unavailable, isGenerating, onWrite, onSubmit, onCancel, onClose } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus(), AI_PROMPT_FOCUS_DELAY);
    return () => clearTimeout(timer);
  }, []);

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (isGenerating) onCancel();
      else onClose();
    }
    if (
      event.key === 'Enter' &&
      !event.shiftKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.nativeEvent.isComposing
    ) {
      event.preventDefault();
      onSubmit();
    }
  }

  const cannotSend = unavailable !== null || prompt.trim() === '';
  const said = unavailable ?? problem;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside
    <div className={classes.prompt} onKeyDown={press} onFocus={keepsEscape}>
      <textarea
        ref={field}
        className={classes.field}
        style={{
          lineHeight: `${AI_PROMPT_LINE_HEIGHT}px`,
          minHeight: AI_PROMPT_LINES * AI_PROMPT_LINE_HEIGHT,
        }}
        aria-label="Prompt for the AI"
        aria-describedby={said === null ? undefined : id}
        placeholder="Say what should change"
        value={prompt}
        readOnly={isGenerating}
        onChange={(event) => onWrite(event.currentTarget.value)}
      />
      <div className={classes.foot}>
        <p id={id} role="status" className={classes.said} data-failed={problem !== null || undefined}>
          {isGenerating ? 'Generating …' : said}
        </p>
        {isGenerating ? (
          <Button size="xs" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <>
            <Button size="xs" onClick={onClose}>
              Close
            </Button>
            <Button size="xs" variant="filled" disabled={cannotSend} onClick={onSubmit}>
              Generate
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
