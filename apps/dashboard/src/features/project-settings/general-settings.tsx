import { useProject } from '../../api/use-project.ts';
import { DeleteButton } from '../../operations/deletion/delete-button.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { AvailabilitySection } from './availability-section.tsx';
import { DetailsSection } from './details-section.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';

/** Name, reference, restart, pause and deletion of a project. */
export function GeneralSettings({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  if (project === undefined) {
    return (
      <Page title="General settings" width="narrow">
        <SettingsSkeleton />
      </Page>
    );
  }
  return (
    <Page title="General settings" width="narrow">
      {/* Another project's half-typed name must not stay in the field. */}
      <DetailsSection key={project.ref} project={project} />
      <AvailabilitySection project={project} />
      <Section
        tone="danger"
        title="Delete project"
        description="Stops the database, the API and all keys. The data is kept for a time of grace, in which the project can be brought back."
        actions={<DeleteButton project={project} />}
      />
    </Page>
  );
}
