import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { CheckField } from './check-field.tsx';
import { type DraftUnique, emptyUnique } from './design-draft.ts';
import classes from './table-designer.module.css';
import type { PartProps } from './table-fields.tsx';

/** As many as PostgreSQL takes. */
const MOST_COLUMNS = 32;

/** Columns whose values together are never the same in two rows. A column that is unique alone says so itself. */
export function UniqueList({ draft, onChange, errorAt }: PartProps) {
  const { uniques, columns } = draft;
  const change = (unique: DraftUnique) =>
    onChange({ ...draft, uniques: uniques.map((one) => (one.key === unique.key ? unique : one)) });
  return (
    <section className={classes.group} aria-labelledby="designer-uniques">
      <h3 id="designer-uniques" className={classes.heading}>
        Unique constraints
      </h3>
      {uniques.length > 0 && (
        <ul className={classes.list}>
          {uniques.map((unique, position) => (
            <li key={unique.key} className={classes.card} aria-label={`Unique constraint ${position + 1}`}>
              <TextInput
                label="Name"
                placeholder={unique.id === null ? 'Chosen by PostgreSQL' : ''}
                value={unique.name ?? ''}
                error={errorAt(`unique_constraints.${position}.name`)}
                onChange={(event) => change({ ...unique, name: event.currentTarget.value })}
                spellCheck={false}
              />
              <UniqueColumns
                unique={unique}
                columns={columns.map(({ key, name }) => ({ value: key, label: name }))}
                onChange={change}
              />
              {errorAt(`unique_constraints.${position}.columns`) !== null && (
                <p className={classes.error} role="alert">
                  {errorAt(`unique_constraints.${position}.columns`)}
                </p>
              )}
              <div className={classes.tools}>
                <ActionIcon
                  aria-label={`Remove unique constraint ${position + 1}`}
                  onClick={() =>
                    onChange({ ...draft, uniques: uniques.filter((one) => one.key !== unique.key) })
                  }
                >
                  <IconTrash size={15} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          leftSection={<IconPlus size={15} stroke={1.75} aria-hidden="true" />}
          disabled={columns.length === 0}
          onClick={() => onChange({ ...draft, uniques: [...uniques, emptyUnique()] })}
        >
          Add unique constraint
        </Button>
      </div>
    </section>
  );
}

interface UniqueColumnsProps {
  unique: DraftUnique;
  columns: { value: string; label: string }[];
  onChange: (unique: DraftUnique) => void;
}

function UniqueColumns({ unique, columns, onChange }: UniqueColumnsProps) {
  const { id, columns: chosen, nulls_not_distinct } = unique;
  if (id !== null)
    return (
      <p className={classes.quiet}>
        Over {chosen.map((key) => columns.find(({ value }) => value === key)?.label).join(', ')}
        {nulls_not_distinct && ', and rows without a value count as the same'}. Only its name can change: for
        other columns, remove it and add another one.
      </p>
    );
  return (
    <>
      <div className={classes.pair}>
        {chosen.map((key, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name and keep their places
          <div key={index}>
            <p className={classes.label}>Column {index + 1}</p>
            <ChoiceField
              label={`Column ${index + 1}`}
              value={key}
              options={[{ value: '', label: 'Choose a column' }, ...columns]}
              onChange={(column) =>
                onChange({ ...unique, columns: chosen.map((one, at) => (at === index ? column : one)) })
              }
            />
          </div>
        ))}
      </div>
      <CheckField
        label="Rows without a value count as the same"
        checked={nulls_not_distinct}
        onChange={(checked) => onChange({ ...unique, nulls_not_distinct: checked })}
      />
      <div className={classes.checks}>
        <Button
          size="xs"
          disabled={chosen.length >= MOST_COLUMNS}
          onClick={() => onChange({ ...unique, columns: [...chosen, ''] })}
        >
          Add another column
        </Button>
        {chosen.length > 1 && (
          <Button size="xs" onClick={() => onChange({ ...unique, columns: chosen.slice(0, -1) })}>
            Remove last column
          </Button>
        )}
      </div>
    </>
  );
}
