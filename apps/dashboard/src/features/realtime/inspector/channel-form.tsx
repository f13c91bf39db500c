import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import type { Caller } from '../../../caller/caller.ts';
import { CallerMenu } from '../../../caller/caller-menu.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import type { ChangeChoice, ChannelChoice, ChannelStatus } from './channel-session.ts';
import classes from './inspector.module.css';

const EVENTS = [
  { value: '*', label: 'All changes' },
  { value: 'INSERT', label: 'INSERT' },
  { value: 'UPDATE', label: 'UPDATE' },
  { value: 'DELETE', label: 'DELETE' },
];

const ALL_OF_PUBLIC: ChangeChoice = { event: '*', schema: 'public', table: '', filter: '' };

interface ChannelFormProps {
  projectRef: string;
  choice: ChannelChoice;
  caller: Caller;
  status: ChannelStatus;
  mayListUsers: boolean;
  onChoice: (choice: ChannelChoice) => void;
  onCaller: (caller: Caller) => void;
  onJoin: () => void;
  onLeave: () => void;
}

/** What to join, as whom, and what to listen to. It stays as it is while one is there. */
export function ChannelForm(props: ChannelFormProps) {
  const { projectRef, choice, caller, status, mayListUsers, onChoice, onCaller, onJoin, onLeave } = props;
  const isIn = status.kind === 'joining' || status.kind === 'joined';
  const { changes } = choice;
  const edit = (part: Partial<ChannelChoice>) => onChoice({ ...choice, ...part });
  const editChanges = (part: Partial<ChangeChoice>) =>
    changes !== null && edit({ changes: { ...changes, ...part } });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isIn) onLeave();
    else if (choice.name.trim() !== '') onJoin();
  }

  return (
    <form className={form.form} onSubmit={submit} aria-label="Channel">
      <TextInput
        label="Channel"
        placeholder="room-1"
        value={choice.name}
        disabled={isIn}
        maxLength={200}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={classes.caller} inert={isIn}>
        <span>Join as</span>
        <CallerMenu
          label="Join as"
          projectRef={projectRef}
          caller={caller}
          onCaller={onCaller}
          mayListUsers={mayListUsers}
        />
      </div>
      <SwitchField
        label="Private channel"
        description="Policies on realtime.messages decide who may listen and send."
        checked={choice.isPrivate}
        disabled={isIn}
        onChange={(isPrivate) => edit({ isPrivate })}
      />
      <SwitchField
        label="Hear what you send"
        checked={choice.hearsItself}
        disabled={isIn}
        onChange={(hearsItself) => edit({ hearsItself })}
      />
      <SwitchField
        label="Presence"
        description="Who is in the channel, and who comes and goes."
        checked={choice.hasPresence}
        disabled={isIn}
        onChange={(hasPresence) => edit({ hasPresence })}
      />
      <SwitchField
        label="Changes of tables"
        description="Of tables in the publication supabase_realtime."
        checked={changes !== null}
        disabled={isIn}
        onChange={(isOn) => edit({ changes: isOn ? ALL_OF_PUBLIC : null })}
      />
      {changes !== null && (
        <div className={classes.changes}>
          <TextInput
            label="Schema"
            value={changes.schema}
            disabled={isIn}
            onChange={(event) => editChanges({ schema: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
          <TextInput
            label="Table"
            placeholder="all tables"
            value={changes.table}
            disabled={isIn}
            onChange={(event) => editChanges({ table: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
          <NativeSelect
            label="Event"
            data={EVENTS}
            value={changes.event}
            disabled={isIn}
            onChange={(event) => editChanges({ event: event.currentTarget.value as ChangeChoice['event'] })}
          />
          <TextInput
            label="Filter"
            placeholder={changes.table === '' ? 'needs a table' : 'id=eq.1'}
            value={changes.table === '' ? '' : changes.filter}
            disabled={isIn || changes.table === ''}
            onChange={(event) => editChanges({ filter: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
      {status.kind === 'failed' && <Notice tone="danger">{status.problem}</Notice>}
      <div className={form.foot}>
        <span className={classes.status} role="status">
          <StateLabel {...LOOKS[status.kind]} />
        </span>
        <Button type="submit" variant={isIn ? 'default' : 'filled'} disabled={choice.name.trim() === ''}>
          {isIn ? 'Leave channel' : 'Join channel'}
        </Button>
      </div>
    </form>
  );
}

const LOOKS = {
  left: { tone: 'idle', label: 'Not joined' },
  joining: { tone: 'live', label: 'Joining…' },
  joined: { tone: 'ok', label: 'Joined' },
  failed: { tone: 'danger', label: 'Failed' },
} as const;
