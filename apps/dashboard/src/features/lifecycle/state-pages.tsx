import type { Project } from '@basalt/contract';
import type { ReactNode } from 'react';
import type { LifecyclePage } from './choose-page.ts';
import { ConnectingPage } from './pages/connecting-page.tsx';
import { InitFailedPage, PauseFailedPage, RestoreFailedPage } from './pages/failed-pages.tsx';
import { PausedPage } from './pages/paused-page.tsx';
import { RemovedPage } from './pages/removed-page.tsx';
import { RestoringPage } from './pages/restoring-page.tsx';
import { SettingUpPage } from './pages/setting-up-page.tsx';
import { PausingPage, ResizingPage, RestartingPage } from './pages/waiting-pages.tsx';

/** What other features contribute to the pages of states. */
export interface StatePageParts {
  /** The whole page while a project is upgraded. */
  upgrading: (project: Project) => ReactNode;
  /** The address and the keys of the API, for whoever waits for a project to be set up. */
  api: (project: Project) => ReactNode;
}

interface StatePagesProps {
  chosen: Exclude<LifecyclePage, 'content'>;
  project: Project;
  /** The page the person wanted, in a sentence. */
  phrase: string | undefined;
  parts: StatePageParts;
}

/** The page of every special state. */
export function StatePages({ chosen, project, phrase, parts }: StatePagesProps) {
  switch (chosen) {
    case 'restarting':
      return <RestartingPage project={project} />;
    case 'resizing':
      return <ResizingPage project={project} />;
    case 'upgrading':
      return parts.upgrading(project);
    case 'pausing':
      return <PausingPage project={project} />;
    case 'pause-failed':
      return <PauseFailedPage project={project} />;
    case 'connecting':
      return <ConnectingPage project={project} />;
    case 'restoring':
      return <RestoringPage project={project} />;
    case 'restore-failed':
      return <RestoreFailedPage project={project} />;
    case 'setting-up':
      return <SettingUpPage project={project} api={parts.api(project)} />;
    case 'paused':
      return <PausedPage project={project} phrase={phrase} />;
    case 'init-failed':
      return <InitFailedPage project={project} />;
    case 'removed':
      return <RemovedPage name={project.name} />;
  }
}
