import { NAME_MAX_LENGTH } from '@basalt/contract';
import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './inline-name.module.css';

interface InlineNameProps {
  label: string;
  name: string;
  /** heading: as large as the title of a page. */
  size?: 'line' | 'heading';
  /** Called once, with another name than before. */
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** A name while it is written: Enter or leaving the field takes it, Escape does not, and nothing is no name. */
export function InlineName({ label, name, size = 'line', onSave, onCancel }: InlineNameProps) {
  const [isEmpty, setEmpty] = useState(false);
  const isOver = useRef(false);

  function end(typed: string | null): void {
    if (isOver.current) return;
    isOver.current = true;
    const next = typed?.trim() ?? '';
    if (next === '' || next === name) onCancel();
    else onSave(next);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    event.stopPropagation();
    const typed = event.currentTarget.value;
    if (event.key === 'Escape') end(null);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (typed.trim() === '') setEmpty(true);
    else end(typed);
  }

  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it appears because somebody asked to write here
      autoFocus
      className={classes.input}
      data-size={size}
      aria-label={label}
      aria-invalid={isEmpty}
      title={isEmpty ? 'The name must not be empty' : undefined}
      defaultValue={name}
      maxLength={NAME_MAX_LENGTH}
      autoComplete="off"
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
      onChange={() => setEmpty(false)}
      onKeyDown={press}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}
