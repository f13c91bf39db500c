import { NAME_MAX_LENGTH } from '@basalt/contract';
import { type KeyboardEvent, useState } from 'react';
import classes from './inline-name.module.css';

interface InlineNameProps {
  name: string;
  onRename: (name: string) => void;
}

/** A heading that becomes a field when it is pressed. Enter or leaving keeps the name, Escape does not. */
export function InlineName({ name, onRename }: InlineNameProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function keep() {
    const next = typed?.trim() ?? '';
    setTyped(null);
    if (next !== '' && next !== name) onRename(next);
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter') keep();
    if (event.key === 'Escape') setTyped(null);
  }

  if (typed !== null) {
    return (
      <input
        className={classes.field}
        aria-label="Name of the report"
        value={typed}
        maxLength={NAME_MAX_LENGTH}
        // biome-ignore lint/a11y/noAutofocus: it stands where the pressed heading stood
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={onKey}
      />
    );
  }
  return (
    <h1 className={classes.title}>
      <button type="button" className={classes.button} title="Rename" onClick={() => setTyped(name)}>
        {name}
      </button>
    </h1>
  );
}
