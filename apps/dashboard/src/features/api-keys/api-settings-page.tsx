import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { Page } from '../../ui/pages/page.tsx';
import classes from './api-settings-page.module.css';
import { ConfigurationSection } from './configuration-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { SigningKeysSection } from './signing-keys-section.tsx';
import { useJwtUpdate } from './use-jwt-update.ts';

interface ApiSettingsPageProps {
  projectRef: string;
  /** The section of the Data API, a feature of its own. */
  dataApi: ReactNode;
}

/** How apps reach a project and prove who they are. */
export function ApiSettingsPage({ projectRef, dataApi }: ApiSettingsPageProps) {
  const { data: project } = useProject(projectRef);
  const settings = useQuery(orpc.jwtSecret.settings.queryOptions({ input: { ref: projectRef } }));
  const jwtUpdate = useJwtUpdate(projectRef);
  const parts = { project, settings, jwtUpdate };
  return (
    <Page
      title="API settings"
      width="narrow"
      description="How apps reach this project and prove who they are."
    >
      <div id="api-keys" className={classes.part}>
        <KeysSection {...parts} />
      </div>
      <div id="configuration" className={classes.part}>
        <ConfigurationSection {...parts} />
      </div>
      <div id="signing-keys" className={classes.part}>
        <SigningKeysSection projectRef={projectRef} project={project} settings={settings} />
      </div>
      <div id="data-api" className={classes.part}>
        {dataApi}
      </div>
    </Page>
  );
}
