import { ButtonLink } from '../../../ui/button-link.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';

export function RemovedPage({ name }: { name: string }) {
  return (
    <StatePage
      mark="cold"
      title="Project deleted"
      text={`${name} has been deleted. While its data is kept it can be brought back.`}
      actions={
        <>
          <ButtonLink variant="filled" to="/projects">
            All projects
          </ButtonLink>
          <ButtonLink to="/projects" search={{ dialog: 'deleted' }}>
            Deleted projects
          </ButtonLink>
        </>
      }
    />
  );
}
