import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { Notice } from '../../../ui/pages/notice.tsx';
import { ChangeForm } from '../changes/change-form.tsx';
import type { TypeObject } from '../shared/objects.ts';
import { type AddedValue, enumChanges } from './enum-changes.ts';
import classes from './type-forms.module.css';

interface FormProps {
  projectRef: string;
  onDone: () => void;
  onCancel: () => void;
}

/** A new enum with its values. */
export function NewEnumForm({ projectRef: ref, schema, onDone, onCancel }: FormProps & { schema: string }) {
  const [name, setName] = useState('');
  const [values, setValues] = useState('');
  const [problem, setProblem] = useState<{ name?: string; values?: string }>({});
  const labels = values.split('\n').filter((line) => line.trim() !== '');

  function check() {
    const found = {
      ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...(labels.length === 0 ? { values: 'Enter at least one value.' } : {}),
      ...(new Set(labels).size < labels.length ? { values: 'Each value can be used once.' } : {}),
    };
    setProblem(found);
    return Object.keys(found).length === 0;
  }

  return (
    <ChangeForm
      label="Create enum"
      done={`Created enum ${name}`}
      isDirty={name !== '' || values !== ''}
      check={check}
      send={(query) =>
        api.schemaChanges.createType({ params: { ref }, query, body: { name, schema, enums: labels } })
      }
      onDone={onDone}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Name"
            value={name}
            error={problem.name ?? errorOf('name')}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setProblem({});
            }}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <Textarea
            label="Values"
            description="One per line, in the order in which they sort. The order stays: later values can be put between others, but none can be moved or taken away."
            value={values}
            error={problem.values ?? errorOf('enums')}
            onChange={(event) => {
              setValues(event.currentTarget.value);
              setProblem({});
            }}
            rows={8}
            spellCheck={false}
          />
        </>
      )}
    </ChangeForm>
  );
}

/** Renames the values of an enum and adds others. */
export function EditEnumForm({ projectRef: ref, type, onDone, onCancel }: FormProps & { type: TypeObject }) {
  const [names, setNames] = useState<readonly string[]>(type.enums);
  const [added, setAdded] = useState<readonly AddedValue[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const body = enumChanges(type.enums, names, added);

  function check() {
    const all = [...names, ...added.map(({ value }) => value)];
    const found = all.some((value) => value === '')
      ? 'A value must not be empty.'
      : new Set(all).size < all.length
        ? 'Each value can be used once.'
        : null;
    setProblem(found);
    return found === null;
  }

  return (
    <ChangeForm
      label="Save enum"
      done={`Saved enum ${type.name}`}
      isDirty={Object.keys(body).length > 0}
      check={check}
      send={(query) => api.schemaChanges.updateType({ params: { ref, id: String(type.id) }, query, body })}
      onDone={onDone}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <Notice tone="info">
            Values can be renamed and added. PostgreSQL cannot move them or take them away: for that, make
            another enum and change the columns to it.
          </Notice>
          {names.map((name, place) => (
            <TextInput
              // biome-ignore lint/suspicious/noArrayIndexKey: the values of an enum keep their places
              key={place}
              label={`Value ${place + 1}`}
              value={name}
              onChange={(event) => {
                const next = event.currentTarget.value;
                setNames(names.map((one, i) => (i === place ? next : one)));
                setProblem(null);
              }}
              spellCheck={false}
            />
          ))}
          {added.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is added has no name yet
            <div key={place} className={classes.added}>
              <TextInput
                label={`New value ${place + 1}`}
                value={one.value}
                onChange={(event) => {
                  const value = event.currentTarget.value;
                  setAdded(added.map((each, i) => (i === place ? { ...each, value } : each)));
                  setProblem(null);
                }}
                spellCheck={false}
              />
              <NativeSelect
                label="Place"
                value={one.before ?? ''}
                data={[
                  { value: '', label: 'At the end' },
                  ...type.enums.map((value) => ({ value, label: `Before ${value}` })),
                ]}
                onChange={(event) => {
                  const before = event.currentTarget.value;
                  setAdded(
                    added.map((each, i) =>
                      i === place ? { value: each.value, ...(before === '' ? {} : { before }) } : each,
                    ),
                  );
                }}
              />
            </div>
          ))}
          <div>
            <Button onClick={() => setAdded([...added, { value: '' }])}>Add a value</Button>
          </div>
          {(problem ?? errorOf('add_values') ?? errorOf('rename_values')) && (
            <p className={classes.error} role="alert">
              {problem ?? errorOf('add_values') ?? errorOf('rename_values')}
            </p>
          )}
        </>
      )}
    </ChangeForm>
  );
}
