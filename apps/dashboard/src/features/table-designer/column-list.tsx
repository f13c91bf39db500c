import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ColumnDetails } from './column-details.tsx';
import { ColumnFields } from './column-fields.tsx';
import { emptyColumn, movedColumn, withColumn, withoutColumn, withPrimary } from './design-draft.ts';
import classes from './table-designer.module.css';
import type { PartProps } from './table-fields.tsx';

/** The columns. Those of a new table can be put in another order; PostgreSQL keeps the order of those that are there. */
export function ColumnList({ draft, onChange, errorAt, names, isNew }: PartProps) {
  const [added, setAdded] = useState<string | null>(null);
  const add = () => {
    const column = emptyColumn();
    setAdded(column.key);
    onChange({ ...draft, columns: [...draft.columns, column] });
  };
  return (
    <section className={classes.group} aria-labelledby="designer-columns">
      <h3 id="designer-columns" className={classes.heading}>
        Columns
      </h3>
      <ol className={classes.list}>
        {draft.columns.map((column, position) => {
          const { key, name } = column;
          const at = `columns.${position}.`;
          const called = name === '' ? `column ${position + 1}` : name;
          const part = {
            column,
            isPrimary: draft.primaryKey.includes(key),
            errorAt: (field: string) => errorAt(`${at}${field}`),
            onChange: (change: Partial<typeof column>) => onChange(withColumn(draft, key, change)),
          };
          return (
            <li key={key} className={classes.card} aria-label={called}>
              <ColumnFields
                {...part}
                types={names.types}
                isFocused={added === key}
                onPrimary={(isPrimary) => onChange(withPrimary(draft, key, isPrimary))}
              />
              <div className={classes.tools}>
                {isNew && (
                  <>
                    <ActionIcon
                      aria-label={`Move ${called} up`}
                      disabled={position === 0}
                      onClick={() => onChange(movedColumn(draft, key, -1))}
                    >
                      <IconArrowUp size={15} stroke={1.75} aria-hidden="true" />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={`Move ${called} down`}
                      disabled={position === draft.columns.length - 1}
                      onClick={() => onChange(movedColumn(draft, key, 1))}
                    >
                      <IconArrowDown size={15} stroke={1.75} aria-hidden="true" />
                    </ActionIcon>
                  </>
                )}
                <ActionIcon
                  aria-label={`Remove ${called}`}
                  onClick={() => onChange(withoutColumn(draft, key))}
                >
                  <IconTrash size={15} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </div>
              <ColumnDetails {...part} called={called} />
            </li>
          );
        })}
      </ol>
      {draft.columns.length === 0 && <p className={classes.quiet}>The table has no columns.</p>}
      <div>
        <Button leftSection={<IconPlus size={15} stroke={1.75} aria-hidden="true" />} onClick={add}>
          Add column
        </Button>
      </div>
      {errorAt('primary_key') !== null && <p className={classes.error}>{errorAt('primary_key')}</p>}
    </section>
  );
}
