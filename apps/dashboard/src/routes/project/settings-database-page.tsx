import { useParams } from '@tanstack/react-router';
import { DatabasePage } from '../../features/compute/database-page.tsx';
import { NetworkAccessSections } from '../../features/network-access/network-access-sections.tsx';
import { ConnectSection } from '../../features/project-home/connect-section.tsx';
import { StoredSettingsSection } from '../../features/stored-settings/stored-settings-section.tsx';

export function SettingsDatabasePage() {
  const { ref } = useParams({ from: '/signed-in/project/$ref/settings/database' });
  return (
    <DatabasePage
      projectRef={ref}
      connection={(project) => (
        <ConnectSection projectRef={project.ref} isPaused={project.status === 'INACTIVE'} />
      )}
      networkAccess={(project) => <NetworkAccessSections key={project.ref} project={project} />}
      storedSettings={(project) => <StoredSettingsSection key={project.ref} project={project} />}
    />
  );
}
