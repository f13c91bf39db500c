import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { TableField, type TableName } from '../../../query/tables/table-field.tsx';
import { SqlField } from '../../../ui/code-editor/sql-field.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { ChangeForm } from '../changes/change-form.tsx';
import classes from './index-form.module.css';
import { indexMethods, operatorClasses } from './index-methods.ts';

interface IndexColumn {
  /** A column's name; an expression in brackets. */
  name: string;
  order: 'ASC' | 'DESC';
}

const FIRST = {
  name: '',
  table: null as TableName | null,
  method: 'btree',
  /** Empty: the first that the method offers, if any. */
  operatorClass: '',
  columns: [{ name: '', order: 'ASC' }] as readonly IndexColumn[],
  isUnique: false,
  isConcurrent: false,
  predicate: '',
};

interface IndexFormProps {
  projectRef: string;
  schema: string;
  onDone: () => void;
  onCancel: () => void;
}

/** A new index of a table. */
export function IndexForm({ projectRef: ref, schema, onDone, onCancel }: IndexFormProps) {
  const [draft, setDraft] = useState(FIRST);
  const [problem, setProblem] = useState<{ table?: string; name?: string; columns?: string }>({});
  const table = useTable(ref, draft.table);
  const { data: extensions = [] } = useQuery(orpc.schemaApi.listExtensions.queryOptions({ input: { ref } }));
  const classesOfMethod = operatorClasses(draft.method, extensions);
  const operatorClass = draft.operatorClass || (classesOfMethod[0]?.value ?? '');
  const set = (change: Partial<typeof FIRST>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem({});
  };
  const setColumn = (place: number, change: Partial<IndexColumn>) =>
    set({ columns: draft.columns.map((column, i) => (i === place ? { ...column, ...change } : column)) });

  function check() {
    const found = {
      ...(draft.table === null || table === undefined ? { table: 'Choose a table.' } : {}),
      ...(draft.isConcurrent && draft.name.trim() === ''
        ? { name: 'Enter a name, so that the index is found should building it fail.' }
        : {}),
      ...(draft.columns.every(({ name }) => name.trim() === '') ? { columns: 'Choose a column.' } : {}),
    };
    setProblem(found);
    return Object.keys(found).length === 0;
  }

  function send(query: { preview: boolean }) {
    const { name, method, columns, isUnique, isConcurrent, predicate } = draft;
    const chosen = columns.filter((column) => column.name.trim() !== '');
    return api.schemaChanges.createIndex({
      params: { ref },
      query,
      body: {
        table_id: table?.id ?? 0,
        ...(name.trim() === '' ? {} : { name }),
        access_method: method,
        columns: chosen.map((column) => ({
          name: column.name,
          ...(operatorClass === '' ? {} : { operator_class: operatorClass }),
          // Only these two keep an order.
          ...(method === 'btree' && column.order === 'DESC' ? { order: column.order } : {}),
        })),
        is_unique: isUnique,
        concurrently: isConcurrent,
        ...(predicate.trim() === '' ? {} : { predicate }),
      },
    });
  }

  const names = table?.columns?.map((column) => column.name) ?? [];
  return (
    <ChangeForm
      label="Create index"
      done="Created the index"
      isDirty={draft !== FIRST}
      check={check}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
      isOutside={draft.isConcurrent}
      note={
        draft.isConcurrent ? (
          <Notice tone="info" title="Keep this page open until it is done">
            Building ends after ten minutes, or when you leave. What is left then is an index that is not
            valid, which can be built again or dropped.
          </Notice>
        ) : (
          <Notice tone="warn" title="Writing to the table waits while the index is built">
            On a large table, go back and choose to let others write: it takes longer and stops nobody.
          </Notice>
        )
      }
    >
      {(errorOf) => (
        <>
          <TableField
            projectRef={ref}
            schema={schema}
            value={draft.table}
            error={problem.table ?? errorOf('table_id')}
            onChange={(next) => set({ table: next, columns: FIRST.columns })}
          />
          <TextInput
            label={draft.isConcurrent ? 'Name' : 'Name (optional)'}
            description={draft.isConcurrent ? undefined : 'Without one PostgreSQL finds a name'}
            value={draft.name}
            error={problem.name ?? errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
          <NativeSelect
            label="Method"
            value={draft.method}
            data={indexMethods(extensions)}
            error={errorOf('access_method')}
            onChange={(event) => set({ method: event.currentTarget.value, operatorClass: '' })}
          />
          {classesOfMethod.length > 0 && (
            <NativeSelect
              label="Distance"
              description="Queries that sort by this operator use the index"
              value={operatorClass}
              data={classesOfMethod}
              onChange={(event) => set({ operatorClass: event.currentTarget.value })}
            />
          )}
          {draft.columns.map((column, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same column may be there twice while one chooses
            <div key={place} className={classes.column}>
              <NativeSelect
                label={`Column ${place + 1}`}
                value={column.name}
                data={[
                  { value: '', label: names.length === 0 ? 'Choose a table first' : 'Choose…' },
                  ...names,
                ]}
                error={place === 0 ? (problem.columns ?? errorOf('columns')) : undefined}
                onChange={(event) => setColumn(place, { name: event.currentTarget.value })}
              />
              {draft.method === 'btree' && (
                <NativeSelect
                  label="Order"
                  value={column.order}
                  data={[
                    { value: 'ASC', label: 'Ascending' },
                    { value: 'DESC', label: 'Descending' },
                  ]}
                  onChange={(event) =>
                    setColumn(place, { order: event.currentTarget.value as IndexColumn['order'] })
                  }
                />
              )}
            </div>
          ))}
          <div>
            <Button onClick={() => set({ columns: [...draft.columns, { name: '', order: 'ASC' }] })}>
              Add a column
            </Button>
          </div>
          {draft.method === 'btree' && (
            <SwitchField
              label="Unique"
              description="No two rows may have the same values in these columns."
              checked={draft.isUnique}
              onChange={(isUnique) => set({ isUnique })}
            />
          )}
          <SwitchField
            label="Let others write while it is built"
            description="Takes longer, and runs outside of a transaction (create index concurrently)."
            checked={draft.isConcurrent}
            onChange={(isConcurrent) => set({ isConcurrent })}
          />
          <SqlField
            label="Only rows where (optional)"
            description="A condition, such as deleted_at is null"
            initialText=""
            error={errorOf('predicate')}
            onChange={(predicate) => set({ predicate })}
          />
        </>
      )}
    </ChangeForm>
  );
}

/** The table with its columns, once one is chosen. */
function useTable(projectRef: string, chosen: TableName | null) {
  const { data } = useQuery({
    ...orpc.schemaApi.getTable.queryOptions({ input: { ref: projectRef, id: String(chosen?.id ?? 0) } }),
    enabled: chosen !== null,
    retry: false,
  });
  return chosen === null ? undefined : data;
}
