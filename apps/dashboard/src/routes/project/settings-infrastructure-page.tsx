import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { InfrastructurePage } from '../../features/infrastructure/infrastructure-page.tsx';
import { DEFAULT_RANGE } from '../../features/infrastructure/usage-ranges.ts';
import { VersionSections } from '../../features/upgrades/version-sections.tsx';

export function SettingsInfrastructurePage() {
  const from = '/signed-in/project/$ref/settings/infrastructure';
  const { ref } = useParams({ from });
  const { range = DEFAULT_RANGE } = useSearch({ from });
  const navigate = useNavigate({ from: '/project/$ref/settings/infrastructure' });
  return (
    <InfrastructurePage
      projectRef={ref}
      version={(project) => <VersionSections project={project} />}
      range={range}
      onRange={(next) =>
        void navigate({ search: next === DEFAULT_RANGE ? {} : { range: next }, replace: true })
      }
    />
  );
}
