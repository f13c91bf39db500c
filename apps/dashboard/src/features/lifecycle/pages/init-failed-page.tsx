import type { Project } from '@basalt/contract';
import { FailedPage } from '../failed-page.tsx';

export function InitFailedPage({ project }: { project: Project }) {
  return (
    <FailedPage
      project={project}
      kinds={['create', 'restore_to_new']}
      title="Something went wrong while setting up your project"
      text="No data has been stored in it yet. Delete this project and create it again; if that does not help, contact support."
      subject={`Setting up ${project.name} failed`}
      hasData={false}
    />
  );
}
