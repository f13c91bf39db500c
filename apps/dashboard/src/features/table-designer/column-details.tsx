import { TextInput } from '@mantine/core';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import type { ColumnPartProps } from './column-fields.tsx';
import classes from './table-designer.module.css';

const IDENTITIES = [
  { value: '', label: 'No identity' },
  { value: 'by default', label: 'Identity, unless given' },
  { value: 'always', label: 'Identity, always' },
];

/** What few people want to say of a column. Open from the start where something is said. */
export function ColumnDetails({ column, called, errorAt, onChange }: ColumnPartProps & { called: string }) {
  const { identity, generated, check, comment, number } = column;
  const isSaid = identity !== null || generated !== null || check !== null || comment !== null;
  const isWrong = ['identity', 'generated', 'check', 'comment'].some((field) => errorAt(field) !== null);
  return (
    <details className={classes.details} open={isWrong || undefined}>
      <summary>
        More<span className="visually-hidden"> about {called}</span>
        {isSaid && <span className={classes.quiet}>: {summary(column)}</span>}
      </summary>
      <div className={classes.column}>
        <div>
          <p className={classes.label}>Identity</p>
          <ChoiceField
            label="Identity"
            value={identity ?? ''}
            options={IDENTITIES}
            onChange={(value) =>
              onChange({ identity: value === '' ? null : (value as 'always' | 'by default') })
            }
          />
          {errorAt('identity') !== null && <p className={classes.error}>{errorAt('identity')}</p>}
        </div>
        <TextInput
          label="Generated from"
          placeholder="price * amount"
          value={generated ?? ''}
          // PostgreSQL can only take the expression away from a column that is there.
          disabled={identity !== null || (number !== null && generated === null)}
          error={errorAt('generated')}
          onChange={(event) => onChange({ generated: textOf(event.currentTarget.value) })}
          spellCheck={false}
        />
        <TextInput
          label="Check"
          placeholder="price > 0"
          value={check ?? ''}
          error={errorAt('check')}
          onChange={(event) => onChange({ check: textOf(event.currentTarget.value) })}
          spellCheck={false}
        />
      </div>
      <TextInput
        label="Description"
        value={comment ?? ''}
        error={errorAt('comment')}
        onChange={(event) => onChange({ comment: textOf(event.currentTarget.value) })}
      />
    </details>
  );
}

function summary({ identity, generated, check, comment }: ColumnPartProps['column']): string {
  return [identity && 'identity', generated && 'generated', check && 'check', comment && 'description']
    .filter(Boolean)
    .join(', ');
}

function textOf(value: string): string | null {
  return value === '' ? null : value;
}
