import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { ConfigurationSection } from './configuration-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { useJwtUpdate } from './use-jwt-update.ts';

/** The panels of API keys and configuration, for other pages than their own. */
export function ApiPanels({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  const settings = useQuery(orpc.jwtSecret.settings.queryOptions({ input: { ref: projectRef } }));
  const jwtUpdate = useJwtUpdate(projectRef);
  const parts = { project, settings, jwtUpdate };
  return (
    <>
      <KeysSection {...parts} />
      <ConfigurationSection {...parts} />
    </>
  );
}
