import type { Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import { CLIENT_LIBRARIES, EXAMPLE_APPS } from './reference-lists.ts';
import { ReferenceSection } from './reference-section.tsx';
import classes from './set-up-panels.module.css';

/** What an app needs of a project, and what to build it with, while the database is being made. */
export function SetUpPanels({ project, api }: { project: Project; api: ReactNode }) {
  return (
    <div className={classes.panels}>
      {api}
      {project.status === 'COMING_UP' && (
        <>
          <ReferenceSection
            title="Client libraries"
            description="Each takes the project URL and a key."
            references={CLIENT_LIBRARIES}
          />
          <ReferenceSection
            title="Example apps"
            description="Whole applications to start from."
            references={EXAMPLE_APPS}
          />
        </>
      )}
    </div>
  );
}
