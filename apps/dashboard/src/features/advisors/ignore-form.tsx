import type { AdvisorFinding } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './ignore-form.module.css';

interface IgnoreFormProps {
  projectRef: string;
  finding: AdvisorFinding;
  onClose: () => void;
  onIgnored: () => Promise<unknown>;
}

/** Asks why a finding may stay. The reason is shown with it, to everybody. */
export function IgnoreForm({ projectRef, finding, onClose, onIgnored }: IgnoreFormProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const ignore = useAction({
    mutation: orpc.advisors.ignore.mutationOptions(),
    done: 'The finding is ignored',
    onDone: onIgnored,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    const { name, cache_key } = finding;
    void ignore.run({ ref: projectRef, name, cache_key, reason });
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <UnsavedGuard when={reason !== '' && !ignore.isRunning} />
      <TextInput
        label="Why may it stay?"
        value={reason}
        maxLength={500}
        error={isMissing ? 'Say why, for those who come later' : (ignore.error?.message ?? false)}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
        autoComplete="off"
        autoFocus
      />
      <div className={classes.actions}>
        <Button size="xs" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" type="submit" variant="filled" loading={ignore.isRunning}>
          Ignore
        </Button>
      </div>
    </form>
  );
}
