import { useProject } from '../../api/use-project.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './sql-editor-page.module.css';
import { SqlWorkbench } from './sql-workbench.tsx';
import { WorkbenchSkeleton } from './workbench-skeleton.tsx';

interface SqlEditorPageProps {
  projectRef: string;
  /** Saved queries do not exist yet; an address that names one opens the project's editor and says so. */
  snippetId?: string | undefined;
}

/** The SQL editor of a project: who may not run SQL is told so, everybody else gets editor and results. */
export function SqlEditorPage({ projectRef, snippetId }: SqlEditorPageProps) {
  return (
    <Page title="SQL Editor" width="full">
      <Content projectRef={projectRef} snippetId={snippetId} />
    </Page>
  );
}

function Content({ projectRef, snippetId }: SqlEditorPageProps) {
  const { data: project, error, refetch } = useProject(projectRef);
  if (project === undefined) {
    if (error === null) return <WorkbenchSkeleton />;
    return (
      <div className={classes.outside}>
        <ErrorState error={error} title="The project could not be loaded" onRetry={() => void refetch()} />
      </div>
    );
  }
  const { run_sql: mayRun, read_sql: mayRead } = project.abilities;
  if (!mayRun && !mayRead) {
    return (
      <div className={classes.outside}>
        <EmptyState
          title="You cannot run SQL in this project"
          text="You do not have the required permissions. An owner or administrator of the organization can change your role."
        />
      </div>
    );
  }
  return (
    <SqlWorkbench
      key={projectRef}
      projectRef={projectRef}
      isReadOnly={!mayRun}
      hasUnknownSnippet={snippetId !== undefined && snippetId !== 'new'}
    />
  );
}
