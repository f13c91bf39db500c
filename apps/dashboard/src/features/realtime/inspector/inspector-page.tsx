import type { Project } from '@basalt/contract';
import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { useProject } from '../../../api/use-project.ts';
import { ANON, type Caller } from '../../../caller/caller.ts';
import { projectUrl } from '../../../lib/project-url.ts';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { ChannelForm } from './channel-form.tsx';
import type { ChannelChoice, ChannelSession, ChannelStatus } from './channel-session.ts';
import classes from './inspector.module.css';
import { MessageList } from './message-list.tsx';
import { type HeardMessage, withMessages } from './message-log.ts';
import { SendForm } from './send-form.tsx';

/** Joins channels of a project and shows what they hear. */
export function InspectorPage({ projectRef }: { projectRef: string }) {
  const { data: project, error, refetch } = useProject(projectRef);
  return (
    <Page
      title="Realtime inspector"
      description="Joins a channel over the project's own socket, as its applications do, and shows what it hears."
    >
      {project !== undefined && <Inspector key={projectRef} project={project} />}
      {project === undefined && error === null && (
        <div role="status" aria-label="Loading the inspector">
          <Skeleton height={320} radius={10} />
        </div>
      )}
      {error !== null && project === undefined && (
        <ErrorState error={error} title="The project could not be loaded" onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function Inspector({ project }: { project: Project }) {
  const { ref } = project;
  const [choice, setChoice] = useState<ChannelChoice>({
    name: 'room-1',
    isPrivate: false,
    hearsItself: true,
    hasPresence: true,
    changes: null,
  });
  const [caller, setCaller] = useState<Caller>(ANON);
  const [status, setStatus] = useState<ChannelStatus>({ kind: 'left' });
  const [session, setSession] = useState<ChannelSession | null>(null);
  const [isShown, setShown] = useState(false);
  const { log, hear, ...list } = useLog();
  const joining = useRef(0);
  const current = useRef<ChannelSession>(null);

  const leave = () => {
    joining.current += 1;
    current.current?.leave();
    current.current = null;
    setSession(null);
    setShown(false);
    setStatus({ kind: 'left' });
  };
  useEffect(
    () => () => {
      joining.current += 1;
      current.current?.leave();
    },
    [],
  );

  async function join() {
    leave();
    const turn = joining.current;
    setStatus({ kind: 'joining' });
    try {
      const { joinChannel } = await import('./channel-session.ts');
      const joined = await joinChannel(
        { ref, url: projectUrl(project), caller },
        { ...choice, name: choice.name.trim() },
        { status: (next) => turn === joining.current && setStatus(next), heard: hear },
      );
      if (turn !== joining.current) return joined.leave();
      current.current = joined;
      setSession(joined);
    } catch (error) {
      if (turn === joining.current) setStatus({ kind: 'failed', problem: toApiError(error).message });
    }
  }

  return (
    <div className={classes.columns}>
      <div className={classes.side}>
        <Section title="Channel">
          <ChannelForm
            projectRef={ref}
            choice={choice}
            caller={caller}
            status={status}
            mayListUsers={project.abilities.read_auth_users}
            onChoice={setChoice}
            onCaller={setCaller}
            onJoin={() => void join()}
            onLeave={leave}
          />
        </Section>
        {session !== null && status.kind === 'joined' && (
          <Section title="Send">
            <div className={classes.send}>
              {choice.hasPresence && (
                <SwitchField
                  label="Show yourself"
                  description="Others in the channel see you in its presence."
                  checked={isShown}
                  onChange={(next) => {
                    setShown(next);
                    void session.show(next);
                  }}
                />
              )}
              <SendForm session={session} />
            </div>
          </Section>
        )}
      </div>
      <Section title="Messages">
        <MessageList log={log} isJoined={session !== null} channel={choice.name} {...list} />
      </Section>
    </div>
  );
}

/** What was heard. While it is paused, what comes waits. */
function useLog() {
  const [log, setLog] = useState<readonly HeardMessage[]>([]);
  const [waiting, setWaiting] = useState<readonly HeardMessage[]>([]);
  const [isPaused, setPaused] = useState(false);
  const paused = useRef(false);
  return {
    log,
    waiting: waiting.length,
    isPaused,
    hear(messages: readonly HeardMessage[]) {
      const add = paused.current ? setWaiting : setLog;
      add((before) => withMessages(before, messages));
    },
    onPause() {
      paused.current = !isPaused;
      setPaused(!isPaused);
      if (!isPaused) return;
      setLog((before) => withMessages(before, waiting));
      setWaiting([]);
    },
    onClear() {
      setLog([]);
      setWaiting([]);
    },
  };
}
