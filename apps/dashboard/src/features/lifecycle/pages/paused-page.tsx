import type { Project } from '@basalt/contract';
import { CommandButton } from '../../operations/command-button.tsx';
import { pageWords } from '../page-words.ts';
import { SettingsLink } from '../settings-link.tsx';
import { StatePage } from '../state-page.tsx';

export function PausedPage({ project, page }: { project: Project; page: string }) {
  return (
    <StatePage
      mark="cold"
      title={`${project.name} is paused`}
      status={project.status}
      text={`Restore the project to open ${pageWords(page)}. All data has been kept; address and password stay the same.`}
      actions={
        <>
          <CommandButton project={project} command="restore" variant="filled" />
          <SettingsLink projectRef={project.ref} />
        </>
      }
    />
  );
}
