import '../../theme/dialog.ts';
import type { Role } from '@basalt/contract';
import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { sentSentence, showLink } from './invitation-list.tsx';
import type { ShownLink } from './link-dialog.tsx';

interface InviteDialogProps {
  slug: string;
  opened: boolean;
  onClose: () => void;
  onLink: (link: ShownLink) => void;
}

/** Invites somebody by e-mail address. */
export function InviteDialog({ opened, onClose, ...rest }: InviteDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Invite member"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <InviteForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function InviteForm({ slug, onClose, onLink }: Omit<InviteDialogProps, 'opened'>) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('Developer');
  const queries = useQueryClient();
  const members = useQuery(orpc.members.list.queryOptions({ input: { slug, search: '', page: 1 } }));
  const invitations = useQuery(orpc.invitations.list.queryOptions({ input: { slug } }));
  const invite = useAction({
    mutation: orpc.invitations.create.mutationOptions(),
    done: sentSentence,
    onDone: async (sent) => {
      onClose();
      showLink(sent, onLink);
      await queries.invalidateQueries({ queryKey: orpc.invitations.key() });
    },
  });
  const errors = fieldErrors(invite.error, ['email'] as const);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!invite.isRunning) void invite.run({ slug, email: email.trim(), role });
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <UnsavedGuard when={email !== '' && !invite.isRunning} />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <TextInput
        label="E-mail address"
        description={
          invitations.data?.sends_mail === true
            ? 'They get a mail with a link to accept.'
            : 'This Basalt sends no mail: you get a link to hand over.'
        }
        type="email"
        required
        withAsterisk={false}
        value={email}
        error={errors.email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          invite.reset();
        }}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
      />
      <Labelled label="Role" hint="Holds in all projects, until you say otherwise for some.">
        <ChoiceField
          label="Role"
          value={role}
          options={(members.data?.roles_to_give ?? [role]).map((value) => ({ value, label: value }))}
          onChange={(value) => setRole(value as Role)}
        />
      </Labelled>
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={invite.isRunning}>
          Invite
        </Button>
      </div>
    </form>
  );
}
