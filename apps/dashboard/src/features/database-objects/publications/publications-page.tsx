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
import { useObjectSearch } from '../shared/object-search.ts';
import type { PublicationObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import { eventsOf, PublicationForm } from './publication-form.tsx';

/** Publications: whose changes are sent to listeners. */
export function PublicationsPage({ projectRef }: { projectRef: string }) {
  const [search] = useObjectSearch();
  const list = usePaged<PublicationObject>({
    queryKey: orpc.schemaApi.listPublications.queryKey({ input: { ref: projectRef } }),
    load: (page, signal) => api.schemaApi.listPublications({ ref: projectRef, ...page }, { signal }),
    isWhole: search.q !== undefined,
  });
  const panel = useObjectPanel();
  const reason = useChangeReason(projectRef)();
  return (
    <ObjectPage<PublicationObject>
      projectRef={projectRef}
      title="Publications"
      description="Which changes of which tables are sent to listeners and replicas. Realtime sends those of supabase_realtime."
      noun={['publication', 'publications']}
      list={list}
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={panel.create}>
          New publication
        </GuardedButton>
      }
      idOf={({ id }) => String(id)}
      textOf={({ name }) => name}
      columns={[
        nameColumn('minmax(0, 2fr)', ({ id, name }) => ({ id, name })),
        {
          key: 'owner',
          header: 'Owner',
          width: 'minmax(0, 1fr)',
          isMinor: true,
          render: ({ owner }) => owner,
        },
        {
          key: 'events',
          header: 'Events',
          width: 'minmax(0, 1.5fr)',
          isMinor: true,
          render: (publication) => eventsOf(publication).join(', ') || 'None',
        },
        {
          key: 'tables',
          header: 'Tables',
          width: '90px',
          render: ({ tables }) =>
            tables === null ? <Tag tone="info">All</Tag> : tables.length.toLocaleString('en'),
        },
      ]}
      empty={{
        title: 'No publications',
        text: 'A publication names tables whose changes others may follow.',
        action: reason === null && <Button onClick={panel.create}>Create a publication</Button>,
      }}
    >
      <PublicationPanel projectRef={projectRef} />
      <SidePanel opened={panel.isNew} title="New publication" onClose={panel.close}>
        <PublicationForm
          projectRef={projectRef}
          existing={null}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      </SidePanel>
    </ObjectPage>
  );
}

function PublicationPanel({ projectRef }: { projectRef: string }) {
  const panel = useObjectPanel();
  const { open } = panel;
  const asked = useQuery({
    ...orpc.schemaApi.getPublication.queryOptions({ input: { ref: projectRef, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
  });
  const definition = useQuery({
    ...orpc.objectDetails.definition.queryOptions({
      input: { ref: projectRef, kind: 'publication', id: open ?? '0' },
    }),
    enabled: open !== undefined,
    retry: false,
  });
  const reason = useChangeReason(projectRef)();
  const sql = definition.data?.sql;
  return (
    <ObjectPanel<PublicationObject>
      panel={panel}
      noun="publication"
      asked={asked}
      titleOf={({ name }) => name}
      reasonOf={() => reason}
      form={(found) => (
        <PublicationForm
          key={found.id}
          projectRef={projectRef}
          existing={found}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      )}
      drop={(found) => ({
        text: 'Whoever follows it hears of no changes any more.',
        definition: sql ?? null,
        send: (query) =>
          api.schemaChanges.deletePublication({
            params: { ref: projectRef, id: String(found.id) },
            query,
          }),
      })}
    >
      {(found) => (
        <>
          <FactList
            facts={[
              { label: 'Owner', value: found.owner },
              { label: 'Events', value: eventsOf(found).join(', ') || 'None' },
            ]}
          />
          <Part title={found.tables === null ? 'Tables' : `Tables (${found.tables.length})`}>
            {found.tables === null && <p className={classes.quiet}>All tables of the database.</p>}
            {found.tables?.length === 0 && <p className={classes.quiet}>None: nothing is sent.</p>}
            <ul className={classes.list}>
              {found.tables?.map(({ id, schema, name }) => (
                <li key={id}>
                  {schema}.{name}
                </li>
              ))}
            </ul>
          </Part>
          <Definition projectRef={projectRef} name={found.name} sql={sql} error={definition.error} />
        </>
      )}
    </ObjectPanel>
  );
}
