import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useProject } from '../../api/use-project.ts';
import type { WidthLimits } from '../../lib/clamp-width.ts';
import type { EditorDocument } from '../../query/editor-document.ts';
import { NavigationPane } from '../../ui/navigation-pane/navigation-pane.tsx';
import { useNavigationState } from '../../ui/navigation-pane/use-navigation-state.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Later } from '../../ui/pages/later.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { navigationShownPreference, navigationWidthPreference } from './preferences.ts';
import classes from './sql-editor-page.module.css';
import sqlWorkbenchClasses from './sql-workbench.module.css';
import { SqlWorkbench } from './sql-workbench.tsx';

const RunningQueriesDialog = lazy(async () => ({
  default: (await import('./running/running-queries-dialog.tsx')).RunningQueriesDialog,
}));

const NAVIGATION_LIMITS: WidthLimits = { minPixels: 180, maxPixels: 420, maxShare: 0.33 };

interface SqlEditorPageProps {
  projectRef: string;
  /** Null while it is loaded. */
  document: EditorDocument | null;
  /** The list of snippets beside the editor. */
  navigation?: ReactNode;
}

/** The SQL editor of a project: the list of snippets, the editor and its results. */
export function SqlEditorPage(props: SqlEditorPageProps) {
  return (
    <Page title="SQL Editor" width="full">
      <Content {...props} />
    </Page>
  );
}

function Content({ projectRef, document, navigation = null }: SqlEditorPageProps) {
  const { data: project, error, refetch } = useProject(projectRef);
  const running = useRunningQueriesParam();
  const navigationState = useNavigationState(document?.key ?? '', navigationShownPreference);
  if (project === undefined) {
    if (error === null) return <WorkbenchSkeleton />;
    return (
      <div className={classes.outside}>
        <ErrorState error={error} title="The project could not be loaded" onRetry={() => void refetch()} />
      </div>
    );
  }
  const mayRun = project.abilities.run_sql;
  return (
    <div className={classes.columns}>
      {navigation !== null && (
        <NavigationPane
          state={navigationState}
          label="Snippets"
          widthPreference={navigationWidthPreference}
          limits={NAVIGATION_LIMITS}
        >
          {navigation}
        </NavigationPane>
      )}
      {document === null ? (
        <WorkbenchSkeleton />
      ) : (
        <Later fallback={<WorkbenchSkeleton />}>
          <SqlWorkbench
            key={document.key}
            projectRef={projectRef}
            isReadOnlyForced={!mayRun}
            document={document}
            navigation={navigation === null ? null : navigationState}
            onShowRunning={running.open}
          />
        </Later>
      )}
      {running.isOpen && (
        <Suspense>
          <RunningQueriesDialog projectRef={projectRef} mayEnd={mayRun} onClose={running.close} />
        </Suspense>
      )}
    </div>
  );
}

/** The editor's frame while the project loads. */
function WorkbenchSkeleton() {
  return (
    <div
      className={sqlWorkbenchClasses.workbench}
      aria-busy="true"
      role="status"
      aria-label="Loading the SQL editor"
    >
      <div className={sqlWorkbenchClasses.toolbar}>
        <Skeleton width={84} height={30} radius={6} />
      </div>
      <div className={sqlWorkbenchClasses.editor} />
    </div>
  );
}

/** Whether the address asks for the running queries, and how it is made to. */
function useRunningQueriesParam(): { isOpen: boolean; open: () => void; close: () => void } {
  const navigate = useNavigate();
  const isOpen = useSearch({
    strict: false,
    select: (search) => 'viewOngoingQueries' in search && search.viewOngoingQueries === true,
  });
  const go = (viewOngoingQueries: true | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, viewOngoingQueries }) as never,
      replace: viewOngoingQueries === undefined,
    });
  return { isOpen, open: () => go(true), close: () => go(undefined) };
}
