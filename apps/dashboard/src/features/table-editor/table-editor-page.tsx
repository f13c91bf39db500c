import { useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { WidthLimits } from '../../lib/clamp-width.ts';
import { type Persisted, readPersisted, usePersisted, writePersisted } from '../../lib/persisted.ts';
import { NavigationPane } from '../../ui/navigation-pane/navigation-pane.tsx';
import { useNavigationState } from '../../ui/navigation-pane/use-navigation-state.ts';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { forgetChanges, useChangedTables } from './changes/pending-store.ts';
import classes from './table-editor-page.module.css';
import { lastSchema, openTabs, withoutTab, withTab } from './tables/open-tabs.ts';
import { TabBar } from './tables/tab-bar.tsx';
import { TableList } from './tables/table-list.tsx';

const OpenTable = lazy(async () => ({ default: (await import('./open-table.tsx')).OpenTable }));

const LIMITS: WidthLimits = { minPixels: 180, maxPixels: 480, maxShare: 0.33 };

const listWidth: Persisted<number> = {
  topic: 'table-editor-list-width',
  fallback: 240,
  parse: (stored) => (typeof stored === 'number' && Number.isFinite(stored) ? stored : null),
  survivesSignOut: true,
};
const listShown: Persisted<boolean> = {
  topic: 'table-editor-list',
  fallback: true,
  parse: (stored) => (typeof stored === 'boolean' ? stored : null),
  survivesSignOut: true,
};

interface TableEditorPageProps {
  projectRef: string;
  /** Its oid; null: none is chosen. */
  tableId: string | null;
  /** The way to a new table of a schema. */
  newTable?: (schema: string) => ReactNode;
  /** What else can be done with a table, beside its name. */
  tableActions?: (tableId: string) => ReactNode;
}

/** The tables of a project: the list of all, tabs of the open ones, and the rows of one. */
export function TableEditorPage({ projectRef, tableId, newTable, tableActions }: TableEditorPageProps) {
  const navigate = useNavigate();
  const [tabs, setTabs] = usePersisted(openTabs, projectRef);
  const [schema, setSchema] = usePersisted(lastSchema, projectRef);
  const [search, setSearch] = useState('');
  const list = useNavigationState(tableId, listShown);
  const changed = useChangedTables(projectRef);
  useForgottenChanges(projectRef);

  const close = (id: string) => {
    const { tabs: rest, next } = withoutTab(tabs, id);
    setTabs(rest);
    if (id !== tableId) return;
    if (next === null) void navigate({ to: '/project/$ref/editor', params: { ref: projectRef } });
    else void navigate({ to: '/project/$ref/editor/$id', params: { ref: projectRef, id: next.id } });
  };

  const tableList = (
    <TableList
      projectRef={projectRef}
      schema={schema}
      onSchema={setSchema}
      search={search}
      onSearch={setSearch}
      tableId={tableId}
      changed={changed}
      onClose={list.isDrawer ? list.close : null}
      newTable={newTable?.(schema)}
    />
  );
  return (
    <Page title="Table editor" width="full">
      <UnsavedGuard
        when={changed.size > 0}
        within={`/project/${projectRef}/editor`}
        text="Changes to rows that are not saved are lost."
      />
      <div className={classes.columns}>
        <NavigationPane state={list} label="Tables" widthPreference={listWidth} limits={LIMITS}>
          {tableList}
        </NavigationPane>
        <div className={classes.main}>
          <TabBar
            projectRef={projectRef}
            tabs={tabs}
            tableId={tableId}
            changed={changed}
            isListShown={list.isShown}
            onToggleList={list.toggle}
            onClose={close}
          />
          {tableId === null ? (
            <div className={classes.empty}>
              <EmptyState title="No table is open" text="Choose a table or view from the list." />
            </div>
          ) : (
            <Suspense fallback={<Skeleton height={30} lines={4} />}>
              <OpenTable
                key={tableId}
                projectRef={projectRef}
                tableId={tableId}
                actions={tableActions?.(tableId)}
                onGone={() => close(tableId)}
                onKnown={(tab) => {
                  const before = readPersisted(openTabs, projectRef);
                  const next = withTab(before, tab);
                  if (next !== before) writePersisted(openTabs, next, projectRef);
                }}
              />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  );
}

/** Whoever leaves the editor was asked about unsaved changes: they are not there when he comes back. */
function useForgottenChanges(projectRef: string): void {
  const router = useRouter();
  useEffect(
    () => () => {
      const { pathname } = router.state.location;
      if (!`${pathname}/`.startsWith(`/project/${projectRef}/editor/`)) forgetChanges(projectRef);
    },
    [projectRef, router],
  );
}
