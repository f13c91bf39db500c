import { ButtonLink } from '../../ui/button-link.tsx';

export function SettingsLink({ projectRef }: { projectRef: string }) {
  return (
    <ButtonLink to="/project/$ref/settings/general" params={{ ref: projectRef }}>
      View project settings
    </ButtonLink>
  );
}
