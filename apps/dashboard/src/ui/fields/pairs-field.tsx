import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './pairs-field.module.css';

export interface Pair {
  /** Of this row, as long as the form is open. */
  key: number;
  name: string;
  value: string;
}

interface PairsFieldProps {
  label: string;
  /** What one of them is called: "header". */
  noun: string;
  pairs: readonly Pair[];
  onChange: (pairs: readonly Pair[]) => void;
  error?: string | undefined;
  /** What empty fields of a name and a value show. */
  placeholders?: readonly [string, string];
  /** Values are keys often: they are hidden until somebody asks for them. */
  areSecret?: boolean;
}

/** Any number of names with a value each. */
export function PairsField({
  label,
  noun,
  placeholders: [name, value] = ['Name', 'Value'],
  pairs,
  onChange,
  error,
  areSecret = false,
}: PairsFieldProps) {
  const [isShown, setShown] = useState(!areSecret || pairs.length === 0);
  const set = (key: number, change: Partial<Pair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...change } : pair)));
  const add = () =>
    onChange([...pairs, { key: 1 + Math.max(0, ...pairs.map(({ key }) => key)), name: '', value: '' }]);
  return (
    <fieldset className={classes.pairs} aria-label={label}>
      <div className={classes.line}>
        <span className={classes.heading}>{label}</span>
        {areSecret && pairs.length > 0 && (
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={isShown ? 'Hide values' : 'Show values'}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <IconEyeOff size={14} aria-hidden="true" /> : <IconEye size={14} aria-hidden="true" />}
          </ActionIcon>
        )}
      </div>
      {pairs.map((pair, place) => (
        <div key={pair.key} className={classes.pair}>
          <TextInput
            aria-label={`Name of ${noun} ${place + 1}`}
            placeholder={name}
            value={pair.name}
            onChange={(event) => set(pair.key, { name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
          <TextInput
            aria-label={`Value of ${noun} ${place + 1}`}
            placeholder={value}
            type={isShown ? 'text' : 'password'}
            value={pair.value}
            onChange={(event) => set(pair.key, { value: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${noun} ${place + 1}`}
            onClick={() => onChange(pairs.filter(({ key }) => key !== pair.key))}
          >
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && (
        <p className={classes.wrong} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button size="xs" onClick={add}>
          Add {noun}
        </Button>
      </div>
    </fieldset>
  );
}
