import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { nameColumn } from '../../../ui/lists/name-column.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { Definition, Part } from '../shared/definition.tsx';
import classes from '../shared/details-panel.module.css';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectPage } from '../shared/object-page.tsx';
import { ObjectPanel } from '../shared/object-panel.tsx';
import { schemasOf, useObjectSearch } from '../shared/object-search.ts';
import { inSchemas, type TypeObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import { CompositeForm } from './composite-form.tsx';
import { EditEnumForm, NewEnumForm } from './enum-forms.tsx';

/** In the address: the new type is a composite one. */
const COMPOSITE = 'composite';

/** Enums and the other types that somebody made. */
export function TypesPage({ projectRef }: { projectRef: string }) {
  const [search, change] = useObjectSearch();
  const schemas = schemasOf(search);
  const input = inSchemas(projectRef, schemas);
  const list = usePaged<TypeObject>({
    queryKey: orpc.schemaApi.listTypes.queryKey({ input }),
    load: (page, signal) => api.schemaApi.listTypes({ ...input, ...page }, { signal }),
    isWhole: search.q !== undefined,
  });
  const panel = useObjectPanel();
  const reason = useChangeReason(projectRef)(schemas);
  const create = (kind: string | undefined) => change({ act: 'new', kind, open: undefined });
  const isComposite = search.kind === COMPOSITE;
  const form = {
    projectRef,
    schema: schemas ?? 'public',
    onDone: panel.endForm,
    onCancel: panel.leaveForm,
  };
  return (
    <ObjectPage<TypeObject>
      projectRef={projectRef}
      title="Types"
      description="Enums, which are lists of allowed values, and other types that columns can have."
      noun={['type', 'types']}
      list={list}
      hasSchemas
      actions={
        <>
          <GuardedButton reason={reason} onClick={() => create(COMPOSITE)}>
            New composite type
          </GuardedButton>
          <GuardedButton variant="filled" reason={reason} onClick={() => create(undefined)}>
            New enum
          </GuardedButton>
        </>
      }
      idOf={({ id }) => String(id)}
      textOf={({ schema, name, enums }) => `${schema}.${name} ${enums.join(' ')}`}
      columns={[
        nameColumn('minmax(0, 1.5fr)', ({ id, name, schema }) => ({ id, name, title: `${schema}.${name}` })),
        {
          key: 'schema',
          header: 'Schema',
          width: 'minmax(0, 1fr)',
          isMinor: true,
          render: ({ schema }) => schema,
        },
        { key: 'kind', header: 'Kind', width: '96px', render: (type) => <Tag>{kindOf(type)}</Tag> },
        {
          key: 'values',
          header: 'Values or fields',
          width: 'minmax(0, 2fr)',
          isMinor: true,
          render: ({ enums, attributes }) =>
            [...enums, ...attributes.map(({ name }) => name)].join(', ') || '–',
        },
      ]}
      empty={{
        title: 'No types here',
        text: 'An enum gives a column a fixed list of values, such as draft, published and archived.',
        action: reason === null && <Button onClick={() => create(undefined)}>Create the first enum</Button>,
      }}
    >
      <TypePanel projectRef={projectRef} />
      <SidePanel
        opened={panel.isNew}
        title={isComposite ? 'New composite type' : 'New enum'}
        onClose={panel.close}
      >
        {isComposite ? <CompositeForm {...form} existing={null} /> : <NewEnumForm {...form} />}
      </SidePanel>
    </ObjectPage>
  );
}

function kindOf({ enums, attributes, type_relation_id }: TypeObject): string {
  if (enums.length > 0) return 'Enum';
  return attributes.length > 0 || type_relation_id !== null ? 'Composite' : 'Other';
}

function TypePanel({ projectRef }: { projectRef: string }) {
  const panel = useObjectPanel();
  const { open } = panel;
  const asked = useQuery({
    ...orpc.schemaApi.getType.queryOptions({ input: { ref: projectRef, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
  });
  const definition = useQuery({
    ...orpc.objectDetails.definition.queryOptions({
      input: { ref: projectRef, kind: 'type', id: open ?? '0' },
    }),
    enabled: open !== undefined,
    retry: false,
  });
  const reasonFor = useChangeReason(projectRef);
  const sql = definition.data?.sql;
  return (
    <ObjectPanel<TypeObject>
      panel={panel}
      noun="type"
      asked={asked}
      titleOf={({ schema, name }) => `${schema}.${name}`}
      reasonOf={({ schema }) => reasonFor(schema)}
      form={(found) => {
        const form = { projectRef, onDone: panel.endForm, onCancel: panel.leaveForm };
        if (kindOf(found) === 'Enum') return <EditEnumForm {...form} key={found.id} type={found} />;
        return kindOf(found) === 'Composite' ? (
          <CompositeForm {...form} key={found.id} schema={found.schema} existing={found} />
        ) : null;
      }}
      drop={(found) => ({
        text: 'A type can only be dropped while no column, function or other type uses it.',
        definition: sql ?? null,
        send: (query) =>
          api.schemaChanges.deleteType({ params: { ref: projectRef, id: String(found.id) }, query }),
      })}
    >
      {(found) => (
        <>
          <FactList
            facts={[
              { label: 'Kind', value: kindOf(found) },
              { label: 'In SQL', value: <code>{found.format}</code>, copy: found.format },
              ...(found.comment === null ? [] : [{ label: 'Comment', value: found.comment }]),
            ]}
          />
          {found.enums.length > 0 && (
            <Part title={`Values (${found.enums.length})`}>
              <ol className={classes.list}>
                {found.enums.map((value) => (
                  <li key={value}>
                    <code>{value}</code>
                  </li>
                ))}
              </ol>
            </Part>
          )}
          {found.attributes.length > 0 && (
            <Part title={`Attributes (${found.attributes.length})`}>
              <ol className={classes.list}>
                {found.attributes.map(({ name, format }) => (
                  <li key={name}>
                    <code>
                      {name} {format}
                    </code>
                  </li>
                ))}
              </ol>
            </Part>
          )}
          <Definition projectRef={projectRef} name={found.name} sql={sql} error={definition.error} />
        </>
      )}
    </ObjectPanel>
  );
}
