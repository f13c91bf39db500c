import type { MigrationSummary } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { OpenLink } from '../../../ui/lists/name-column.tsx';
import { scriptOf } from '../changes/use-change.ts';
import { Definition } from '../shared/definition.tsx';
import { DetailsPanel } from '../shared/details-panel.tsx';
import { ObjectPage } from '../shared/object-page.tsx';
import { useObjectSearch } from '../shared/object-search.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import { migrationMoment } from './migration-moment.ts';

type Migration = MigrationSummary & { statements: string[] };

/** The migrations that command-line tools have run here. */
export function MigrationsPage({ projectRef }: { projectRef: string }) {
  const [search] = useObjectSearch();
  const list = usePaged<MigrationSummary>({
    queryKey: orpc.migrations.list.queryKey({ input: { ref: projectRef } }),
    load: (page, signal) => api.migrations.list({ ref: projectRef, ...page }, { signal }),
    isWhole: search.q !== undefined,
  });
  const { open, close } = useObjectPanel();
  const asked = useQuery({
    ...orpc.migrations.get.queryOptions({ input: { ref: projectRef, version: open ?? '-' } }),
    enabled: open !== undefined,
    retry: false,
  });
  return (
    <ObjectPage<MigrationSummary>
      projectRef={projectRef}
      title="Migrations"
      description="Changes of the schema that were run from files, as supabase_migrations.schema_migrations has them."
      noun={['migration', 'migrations']}
      list={list}
      idOf={({ version }) => version}
      textOf={({ version, name }) => `${version} ${name ?? ''}`}
      columns={[
        {
          key: 'version',
          header: 'Version',
          width: 'minmax(130px, 1fr)',
          render: ({ version }) => <OpenLink id={version} name={version} />,
        },
        { key: 'name', header: 'Name', width: 'minmax(0, 2fr)', render: ({ name }) => name ?? '–' },
        {
          key: 'written',
          header: 'Written',
          width: 'minmax(0, 1fr)',
          isMinor: true,
          render: ({ version }) => migrationMoment(version) ?? '–',
        },
        {
          key: 'statements',
          header: 'Statements',
          width: '90px',
          align: 'right',
          isMinor: true,
          render: ({ statement_count: count }) => count.toLocaleString('en'),
        },
      ]}
      empty={{
        title: 'No migrations yet',
        text: (
          <>
            They appear when a command-line tool runs the files of a folder <code>supabase/migrations</code>{' '}
            here: <code>supabase db push --db-url</code> with the connection string of this project.
          </>
        ),
      }}
    >
      <DetailsPanel<Migration>
        noun="migration"
        asked={open === undefined ? null : asked}
        titleOf={({ version, name }) => (name === null ? version : `${version} ${name}`)}
        onClose={close}
      >
        {(found) => (
          <>
            <FactList
              facts={[
                { label: 'Version', value: found.version, copy: found.version },
                { label: 'Name', value: found.name ?? '–' },
                ...(found.created_by === null ? [] : [{ label: 'Run by', value: found.created_by }]),
                { label: 'Statements', value: found.statement_count.toLocaleString('en') },
              ]}
            />
            {found.statements.length === 0 ? (
              <p>Only its version was written down, not its statements.</p>
            ) : (
              <Definition
                projectRef={projectRef}
                name={found.name ?? found.version}
                sql={scriptOf(found.statements)}
              />
            )}
          </>
        )}
      </DetailsPanel>
    </ObjectPage>
  );
}
