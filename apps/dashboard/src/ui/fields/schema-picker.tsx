import { Button } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { Dropdown } from '../menus/dropdown.tsx';
import classes from './schema-picker.module.css';
import { SearchField } from './search-field.tsx';

interface SchemaPickerProps {
  /** What the schemas are picked for, such as "Exposed schemas". */
  label: string;
  /** Null when they could not be loaded. */
  available: readonly string[] | null;
  /** In the order that counts. */
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  onReload: () => void;
  disabled?: boolean;
}

/** Several schemas of a database, found by name. */
export function SchemaPicker(props: SchemaPickerProps) {
  const { label, available, selected, onChange, onReload, disabled = false } = props;
  const [search, setSearch] = useState('');
  if (available === null) {
    return (
      <p className={classes.failed}>
        Failed to load schemas
        <Button size="xs" onClick={onReload}>
          Reload schemas
        </Button>
      </p>
    );
  }
  const trigger = (
    <>
      {schemaCount(selected.length)}
      <IconSelector size={14} stroke={1.75} aria-hidden="true" />
    </>
  );
  if (disabled) return <p className={classes.trigger}>{schemaCount(selected.length)}</p>;
  // What is selected and does not exist any more must be there to be taken away.
  const all = [...available, ...selected.filter((name) => !available.includes(name))];
  const found = all.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Dropdown
      label={`${label}: ${schemaCount(selected.length)}`}
      className={classes.trigger}
      trigger={trigger}
    >
      {() => (
        <div className={classes.panel}>
          <SearchField label="Find schema..." value={search} onChange={setSearch} />
          <ul className={classes.list} aria-label={label}>
            {found.map((name) => (
              <li key={name}>
                <label className={classes.schema}>
                  <input
                    type="checkbox"
                    checked={selected.includes(name)}
                    onChange={() => onChange(toggleSchema(selected, name))}
                  />
                  <span>{name}</span>
                </label>
              </li>
            ))}
            {found.length === 0 && <li className={classes.none}>No schemas found.</li>}
          </ul>
        </div>
      )}
    </Dropdown>
  );
}

/** How many schemas are chosen, as a label. */
export function schemaCount(count: number): string {
  if (count === 0) return 'No schemas selected';
  return count === 1 ? '1 schema selected' : `${count} schemas selected`;
}

/** Takes a schema off the list, or puts it at the end: the others keep their places, because the first one counts more. */
export function toggleSchema(selected: readonly string[], name: string): string[] {
  return selected.includes(name) ? selected.filter((one) => one !== name) : [...selected, name];
}
