import '../../theme/dialog.ts';
import type { AuthUser } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { useUserAction } from './use-user-action.ts';
import { userTitle } from './user-names.ts';

interface BanDialogProps {
  projectRef: string;
  user: AuthUser;
  opened: boolean;
  onClose: () => void;
}

/** Asks how long a user is kept out. */
export function BanDialog({ projectRef, user, opened, onClose }: BanDialogProps) {
  const [duration, setDuration] = useState<string>(BAN_DURATIONS[1].value);
  const ban = useUserAction({
    mutation: orpc.authUsers.update.mutationOptions(),
    done: `Banned ${userTitle(user)}`,
    onDone: onClose,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!ban.isRunning) void ban.run({ ref: projectRef, id: user.id, ban_duration: duration });
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Ban user" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={form.form} onSubmit={submit}>
        <p>
          The user cannot sign in or stay signed in for that time. Access tokens already given out stay valid
          until they expire.
        </p>
        <ChoiceField label="How long" options={BAN_DURATIONS} value={duration} onChange={setDuration} />
        {ban.error !== null && <Notice tone="danger">{ban.error.message}</Notice>}
        <div className={form.foot}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" color="red" loading={ban.isRunning}>
            Ban user
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** How long a ban can last; the values are durations in the auth service's words. */
const BAN_DURATIONS = [
  { value: '1h', label: 'One hour' },
  { value: '24h', label: 'One day' },
  { value: '168h', label: 'One week' },
  { value: '720h', label: '30 days' },
  { value: '8760h', label: 'One year' },
  { value: '876000h', label: 'Until it is lifted' },
] as const;

const FOR_GOOD_MS = 50 * 365 * 86_400_000;

/** Whether a ban ends so late that its end says nothing. */
export function isForGood(until: string, now: number): boolean {
  return Date.parse(until) - now > FOR_GOOD_MS;
}
