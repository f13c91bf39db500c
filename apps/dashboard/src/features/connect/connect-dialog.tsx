import '@mantine/core/styles/Tabs.css';
import type { Project } from '@basalt/contract';
import { Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useProject } from '../../api/use-project.ts';
import { usePublicKey } from '../../api/use-public-key.ts';
import { readPersisted, writePersisted } from '../../lib/persisted.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useLast } from '../../lib/use-last.ts';
import { DialogOverPage } from '../../ui/dialog-over-page.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import classes from './connect-dialog.module.css';
import {
  type ConnectPlace,
  type ConnectTabName,
  connectChoice,
  placeOf,
  remember,
  TAB_NAMES,
  TABS,
} from './connect-place.ts';
import { DatabaseGuide } from './database-guide.tsx';
import { GuideChoice } from './guide-choice.tsx';
import { GuideSteps } from './guide-steps.tsx';
import { FRAMEWORKS } from './guides/frameworks.ts';
import type { ApiTarget, Guide } from './guides/guide.ts';
import { MOBILE } from './guides/mobile.ts';
import type { Way } from './ways.ts';

/** What an address says, as it came. */
interface Asked {
  tab: string | undefined;
  choice: string | undefined;
}

interface ConnectDialogProps {
  projectRef: string;
  /** Null closes it. */
  asked: Asked | null;
  onGo: (place: ConnectPlace | null) => void;
}

/** Every way to reach a project from outside: its database by an address, its API from an application. */
export function ConnectDialog({ projectRef, asked, onGo }: ConnectDialogProps) {
  const { data: project } = useProject(projectRef);
  const shown = useLast(asked);
  const isNarrow = useIsNarrow();
  return (
    <DialogOverPage
      opened={asked !== null && project !== undefined}
      onClose={() => onGo(null)}
      title="Connect"
      width="980px"
      top="6vh"
      classNames={{ content: classes.content, header: classes.header }}
    >
      {project !== undefined && shown !== null && (
        <ConnectBody project={project} asked={shown} isNarrow={isNarrow} onGo={onGo} />
      )}
    </DialogOverPage>
  );
}

interface ConnectBodyProps {
  project: Project;
  asked: Asked;
  isNarrow: boolean;
  onGo: (place: ConnectPlace) => void;
}

function ConnectBody({ project, asked, isNarrow, onGo }: ConnectBodyProps) {
  // As it was when the dialog opened: what another window chooses moves nothing here.
  const [remembered] = useState(() => readPersisted(connectChoice));
  const [isRevealed, setRevealed] = useState(false);
  const [way, setWay] = useState<Way>('direct');
  const place = placeOf(asked, remembered);
  const { tab, choice } = place;
  useEffect(() => {
    writePersisted(connectChoice, remember(readPersisted(connectChoice), { tab, choice }));
  }, [tab, choice]);
  const goTo = (next: ConnectTabName) => onGo(placeOf({ tab: next }, readPersisted(connectChoice)));
  return (
    <Tabs
      value={tab}
      onChange={(next) => goTo(next as ConnectTabName)}
      keepMounted={false}
      className={classes.body ?? ''}
    >
      <Tabs.List className={classes.tabs ?? ''} aria-label="Ways to connect">
        {TAB_NAMES.map((name) => (
          <Tabs.Tab
            key={name}
            value={name}
            className={classes.tab ?? ''}
            {...(name === tab && { 'data-autofocus': true })}
          >
            {TABS[name].label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TAB_NAMES.map((name) => (
        <Tabs.Panel key={name} value={name} className={classes.panel ?? ''}>
          <GuideChoice
            label={TABS[name].choice}
            guides={TABS[name].guides}
            current={choice}
            isNarrow={isNarrow}
            onChoose={(id) => onGo({ tab: name, choice: id })}
          />
          <ConnectPage
            project={project}
            place={place}
            isRevealed={isRevealed}
            onReveal={setRevealed}
            way={way}
            onWay={setWay}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The guides that need no database, but the key of the API. */
const BY_KEY: Partial<Record<ConnectTabName, readonly Guide<ApiTarget>[]>> = {
  frameworks: FRAMEWORKS,
  mobile: MOBILE,
};

interface ConnectPageProps {
  project: Project;
  place: ConnectPlace;
  /** Of the password, until the dialog closes. */
  isRevealed: boolean;
  onReveal: (revealed: boolean) => void;
  /** To the database, until the dialog closes. */
  way: Way;
  onWay: (way: Way) => void;
}

/** What is chosen, step by step. */
function ConnectPage({
  project,
  place: { tab, choice },
  isRevealed,
  onReveal,
  way,
  onWay,
}: ConnectPageProps) {
  const target: ApiTarget = {
    ref: project.ref,
    restUrl: project.restUrl,
    key: usePublicKey(project),
    origin: window.location.origin,
  };
  const byKey = BY_KEY[tab];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section key={`${tab} ${choice}`} className={classes.page} tabIndex={0} aria-label="Steps">
      <Refusal project={project} />
      {byKey !== undefined ? (
        <>
          {!project.abilities.read_api_keys && (
            <p className={classes.hint}>You need additional permissions to view API keys.</p>
          )}
          <GuideSteps
            projectRef={project.ref}
            steps={byKey.find(({ id }) => id === choice)?.steps(target) ?? []}
          />
        </>
      ) : (
        <DatabaseGuide
          project={project}
          target={target}
          guide={TABS[tab].guides.find(({ id }) => id === choice)}
          isRevealed={isRevealed}
          onReveal={onReveal}
          way={way}
          onWay={onWay}
        />
      )}
    </section>
  );
}

/** Why nobody gets in now. */
function Refusal({ project: { status } }: { project: Project }) {
  if (status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY') return null;
  return (
    <Notice tone="info" title="The project does not run">
      <p>
        {status === 'INACTIVE'
          ? 'Connections are refused until the project is restored. The address stays the same.'
          : 'Connections are refused until the project is active. The address stays the same.'}
      </p>
    </Notice>
  );
}
