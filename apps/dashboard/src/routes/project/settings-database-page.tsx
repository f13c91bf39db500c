import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useProject } from '../../api/use-project.ts';
import { DatabasePage, ParameterSection } from '../../features/compute/database-page.tsx';
import { NetworkAccessSections } from '../../features/network-access/network-access-sections.tsx';
import { PoolerSection } from '../../features/pooler/pooler-section.tsx';
import { ConnectSection } from '../../features/project-home/connect-section.tsx';
import { StoredSettingsSection } from '../../features/stored-settings/stored-settings-section.tsx';

const AttachedDatabasePage = lazy(() =>
  import('../../features/attached-database/attached-database-page.tsx').then((module) => ({
    default: module.AttachedDatabasePage,
  })),
);

export function SettingsDatabasePage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/settings/database' });
  const { data: project } = useProject(ref);
  if (project?.is_attached)
    return (
      <Suspense>
        <AttachedDatabasePage key={ref} project={project}>
          {project.kept_by !== null && (
            <>
              <PoolerSection key={ref} project={project} />
              <ParameterSection project={project} />
            </>
          )}
        </AttachedDatabasePage>
      </Suspense>
    );
  return (
    <DatabasePage
      projectRef={ref}
      connection={(project) => <ConnectSection project={project} />}
      pooling={(project) => <PoolerSection key={project.ref} project={project} />}
      networkAccess={(project) => <NetworkAccessSections key={project.ref} project={project} />}
      storedSettings={(project) => <StoredSettingsSection key={project.ref} project={project} />}
    />
  );
}
