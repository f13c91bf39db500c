import { ButtonLink } from '../../ui/button-link.tsx';

/** Leaves the page of an upgrade. */
export function ReturnToProject({ projectRef }: { projectRef: string }) {
  return (
    <ButtonLink to="/project/$ref" params={{ ref: projectRef }} search={{}} variant="filled">
      Return to project
    </ButtonLink>
  );
}
