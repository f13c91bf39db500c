import type { IndexUse } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { nameColumn } from '../../../ui/lists/name-column.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { Definition } from '../shared/definition.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectPage } from '../shared/object-page.tsx';
import { ObjectPanel } from '../shared/object-panel.tsx';
import { schemasOf, useObjectSearch } from '../shared/object-search.ts';
import { type IndexObject, inSchemas } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import { IndexForm } from './index-form.tsx';
import { indexMarks, isRemnant } from './index-marks.ts';
import { RebuildIndex } from './rebuild-index.tsx';

/** Indexes with what they take and whether anybody needs them. */
export function IndexesPage({ projectRef }: { projectRef: string }) {
  const [search] = useObjectSearch();
  const schemas = schemasOf(search);
  const input = inSchemas(projectRef, schemas);
  const isWhole = search.q !== undefined;
  const list = usePaged<IndexObject>({
    queryKey: orpc.schemaApi.listIndexes.queryKey({ input }),
    load: (page, signal) => api.schemaApi.listIndexes({ ...input, ...page }, { signal }),
    isWhole,
  });
  const uses = usePaged<IndexUse>({
    queryKey: orpc.objectDetails.indexUse.queryKey({ input }),
    load: (page, signal) => api.objectDetails.indexUse({ ...input, ...page }, { signal }),
    isWhole,
  });
  const useOf = new Map(uses.items?.map((use) => [use.id, use]));
  const panel = useObjectPanel();
  const reason = useChangeReason(projectRef)(schemas);
  return (
    <ObjectPage<IndexObject>
      projectRef={projectRef}
      title="Indexes"
      description="What lets queries find rows without reading whole tables."
      noun={['index', 'indexes']}
      list={{
        ...list,
        more: () => {
          list.more();
          uses.more();
        },
      }}
      hasSchemas
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={panel.create}>
          New index
        </GuardedButton>
      }
      idOf={({ id }) => String(id)}
      textOf={({ schema, table, name }) => `${name} ${schema}.${table}`}
      columns={[
        nameColumn('minmax(0, 2fr)', ({ id, name, schema }) => ({ id, name, title: `${schema}.${name}` })),
        {
          key: 'table',
          header: 'Table',
          width: 'minmax(0, 1.2fr)',
          isMinor: true,
          render: ({ table }) => table,
        },
        {
          key: 'columns',
          header: 'Columns',
          width: 'minmax(0, 1.5fr)',
          isMinor: true,
          render: ({ index_attributes: columns }) =>
            columns.map((column) => column.attribute_name).join(', '),
        },
        {
          key: 'size',
          header: 'Size',
          width: '80px',
          align: 'right',
          isMinor: true,
          render: ({ id }) => {
            const use = useOf.get(id);
            return use === undefined ? '' : byteSize(use.bytes);
          },
        },
        {
          key: 'marks',
          header: 'Marks',
          width: '150px',
          render: (index) => (
            <>
              {index.is_primary && <Tag tone="info">Primary key</Tag>}
              {!index.is_primary && index.is_unique && <Tag>Unique</Tag>}{' '}
              {indexMarks(index, useOf.get(index.id)).map(({ label, tone, text }) => (
                <Tag key={label} tone={tone} title={text}>
                  {label}
                </Tag>
              ))}
            </>
          ),
        },
      ]}
      empty={{
        title: 'No indexes here',
        text: 'An index on the columns that queries filter or sort by makes them quick on large tables.',
        action: reason === null && <Button onClick={panel.create}>Create the first index</Button>,
      }}
    >
      <IndexPanel projectRef={projectRef} useOf={useOf} />
      <SidePanel opened={panel.isNew} title="New index" onClose={panel.close}>
        <IndexForm
          projectRef={projectRef}
          schema={schemas ?? 'public'}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      </SidePanel>
    </ObjectPage>
  );
}

function IndexPanel({ projectRef, useOf }: { projectRef: string; useOf: ReadonlyMap<number, IndexUse> }) {
  const panel = useObjectPanel();
  const { open } = panel;
  const asked = useQuery({
    ...orpc.schemaApi.getIndex.queryOptions({ input: { ref: projectRef, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
  });
  const reasonFor = useChangeReason(projectRef);
  const reasonOf = (index: IndexObject) =>
    reasonFor(index.schema) ??
    (index.is_primary || index.is_exclusion
      ? 'It belongs to a constraint of its table. Drop that instead.'
      : null);
  return (
    <ObjectPanel<IndexObject>
      panel={panel}
      noun="index"
      asked={asked}
      titleOf={({ schema, name }) => `${schema}.${name}`}
      reasonOf={reasonOf}
      tools={(found) =>
        !found.is_valid &&
        !isRemnant(found) && (
          <RebuildIndex projectRef={projectRef} index={found} reason={reasonFor(found.schema)} />
        )
      }
      drop={(found) => ({
        text: 'Queries that used it read more of the table from then on. Making it again takes as long as the table is large.',
        definition: found.index_definition,
        send: (query) =>
          api.schemaChanges.deleteIndex({ params: { ref: projectRef, id: String(found.id) }, query }),
      })}
    >
      {(found) => {
        const use = useOf.get(found.id);
        return (
          <>
            {indexMarks(found, use).map(({ label, tone, text }) => (
              <Notice key={label} tone={tone === 'plain' ? 'info' : tone} title={label}>
                {text}
              </Notice>
            ))}
            <FactList
              facts={[
                { label: 'Table', value: `${found.schema}.${found.table}` },
                { label: 'Method', value: found.access_method },
                {
                  label: 'Columns',
                  value: found.index_attributes.map((column) => column.attribute_name).join(', '),
                },
                { label: 'Unique', value: found.is_unique ? 'Yes' : 'No' },
                {
                  label: 'Only rows where',
                  value: found.index_predicate === null ? 'All rows' : <code>{found.index_predicate}</code>,
                },
                { label: 'Valid', value: found.is_valid ? 'Yes' : 'No' },
                ...(use === undefined
                  ? []
                  : [
                      { label: 'Size', value: byteSize(use.bytes) },
                      { label: 'Read', value: `${use.scans.toLocaleString('en')} times` },
                    ]),
              ]}
            />
            <Definition projectRef={projectRef} name={found.name} sql={found.index_definition} />
          </>
        );
      }}
    </ObjectPanel>
  );
}
