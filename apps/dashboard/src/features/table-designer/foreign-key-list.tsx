import { ActionIcon, Autocomplete, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { type DraftForeignKey, emptyForeignKey } from './design-draft.ts';
import classes from './table-designer.module.css';
import type { PartProps } from './table-fields.tsx';

const ACTIONS = [
  { value: 'a', label: 'is refused' },
  { value: 'r', label: 'is refused at once' },
  { value: 'c', label: 'does the same here' },
  { value: 'n', label: 'sets null here' },
  { value: 'd', label: 'sets the default here' },
];
/** Of the tables that a search finds. */
const OFFERED = 50;

/** Columns whose values must be in another table. */
export function ForeignKeyList({ draft, onChange, errorAt, names }: PartProps) {
  const { foreignKeys, columns } = draft;
  const change = (key: DraftForeignKey) =>
    onChange({ ...draft, foreignKeys: foreignKeys.map((one) => (one.key === key.key ? key : one)) });
  return (
    <section className={classes.group} aria-labelledby="designer-keys">
      <h3 id="designer-keys" className={classes.heading}>
        Foreign keys
      </h3>
      {foreignKeys.length > 0 && (
        <ul className={classes.list}>
          {foreignKeys.map((key, position) => (
            <li key={key.key} className={classes.card} aria-label={`Foreign key ${position + 1}`}>
              <KeyFields
                foreignKey={key}
                columns={columns.map((column) => ({ value: column.key, label: column.name }))}
                tables={names.tables}
                error={['columns', 'referenced_table', 'referenced_columns', 'referenced_columns.0', 'name']
                  .map((field) => errorAt(`foreign_keys.${position}.${field}`))
                  .find((text) => text !== null)}
                onChange={change}
              />
              <div className={classes.tools}>
                <ActionIcon
                  aria-label={`Remove foreign key ${position + 1}`}
                  onClick={() =>
                    onChange({ ...draft, foreignKeys: foreignKeys.filter((one) => one.key !== key.key) })
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
          onClick={() => onChange({ ...draft, foreignKeys: [...foreignKeys, emptyForeignKey(draft)] })}
        >
          Add foreign key
        </Button>
      </div>
    </section>
  );
}

interface KeyFieldsProps {
  foreignKey: DraftForeignKey;
  columns: { value: string; label: string }[];
  tables: PartProps['names']['tables'];
  error: string | undefined;
  onChange: (key: DraftForeignKey) => void;
}

function KeyFields({ foreignKey, columns, tables, error, onChange }: KeyFieldsProps) {
  const { pairs, referenced_schema, referenced_table, deletion_action, update_action } = foreignKey;
  const target = tables.find(({ schema, name }) => schema === referenced_schema && name === referenced_table);
  const setTable = (text: string) => {
    const found = tables.find(({ schema, name }) => `${schema}.${name}` === text);
    const dot = text.indexOf('.');
    onChange({
      ...foreignKey,
      referenced_schema: found?.schema ?? (dot < 0 ? 'public' : text.slice(0, dot)),
      referenced_table: found?.name ?? text.slice(dot + 1),
    });
  };
  const setPair = (index: number, change: Partial<(typeof pairs)[number]>) =>
    onChange({
      ...foreignKey,
      pairs: pairs.map((pair, at) => (at === index ? { ...pair, ...change } : pair)),
    });
  return (
    <>
      <Autocomplete
        label="References"
        placeholder="schema.table"
        value={referenced_table === '' ? '' : `${referenced_schema}.${referenced_table}`}
        data={tables.map(({ schema, name }) => `${schema}.${name}`)}
        limit={OFFERED}
        error={error}
        onChange={setTable}
        spellCheck={false}
      />
      {pairs.map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no other name and keep their places
        <div key={index} className={classes.pair}>
          <div>
            <p className={classes.label}>Column</p>
            <ChoiceField
              label="Column"
              value={pair.column}
              options={columns}
              onChange={(column) => setPair(index, { column })}
            />
          </div>
          <Autocomplete
            label="Referenced column"
            value={pair.referenced}
            data={[...new Set(target?.columns.map(({ name }) => name))]}
            onChange={(referenced) => setPair(index, { referenced })}
            spellCheck={false}
          />
        </div>
      ))}
      <div className={classes.pair}>
        <div>
          <p className={classes.label}>Deleting the row there</p>
          <ChoiceField
            label="Deleting the row there"
            value={deletion_action}
            options={ACTIONS}
            onChange={(value) =>
              onChange({ ...foreignKey, deletion_action: value as DraftForeignKey['deletion_action'] })
            }
          />
        </div>
        <div>
          <p className={classes.label}>Changing its value there</p>
          <ChoiceField
            label="Changing its value there"
            value={update_action}
            options={ACTIONS}
            onChange={(value) =>
              onChange({ ...foreignKey, update_action: value as DraftForeignKey['update_action'] })
            }
          />
        </div>
      </div>
      <div className={classes.checks}>
        <Button
          size="xs"
          onClick={() =>
            onChange({
              ...foreignKey,
              pairs: [...pairs, { column: columns[0]?.value ?? '', referenced: '' }],
            })
          }
        >
          Add pair of columns
        </Button>
        {pairs.length > 1 && (
          <Button size="xs" onClick={() => onChange({ ...foreignKey, pairs: pairs.slice(0, -1) })}>
            Remove last pair
          </Button>
        )}
      </div>
    </>
  );
}
