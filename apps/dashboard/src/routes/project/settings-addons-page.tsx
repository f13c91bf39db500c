import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { AddonsPage } from '../../features/backups/addons-page.tsx';
import { CustomDomainCard } from '../../features/custom-domain/custom-domain-card.tsx';
import { CustomDomainPanel } from '../../features/custom-domain/custom-domain-panel.tsx';

export function SettingsAddonsPage() {
  const from = '/signed-in/project/$ref/settings/addons';
  const { ref } = useParams({ from });
  const { panel } = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/settings/addons' });
  const open = (next: 'pitr' | 'customDomain', isOpen = true) =>
    void navigate({ search: isOpen ? { panel: next } : {} });
  return (
    <AddonsPage projectRef={ref} isPitrOpen={panel === 'pitr'} onPitr={(isOpen) => open('pitr', isOpen)}>
      {(project) => (
        <>
          <CustomDomainCard project={project} onChange={() => open('customDomain')} />
          <CustomDomainPanel
            project={project}
            opened={panel === 'customDomain'}
            onClose={() => open('customDomain', false)}
          />
        </>
      )}
    </AddonsPage>
  );
}
