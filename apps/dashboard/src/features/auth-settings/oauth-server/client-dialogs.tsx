import '../../../theme/dialog.ts';
import type { OAuthClient } from '@basalt/contract';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useLast } from '../../../lib/use-last.ts';
import { CodeLine } from '../../../ui/copy/code-line.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import classes from './oauth-applications.module.css';

interface ClientDialogProps {
  projectRef: string;
  /** The application to change; null for a new one. */
  client: OAuthClient | null;
  opened: boolean;
  onClose: () => void;
  onMade: (client: OAuthClient) => void;
}

/** Makes or changes an application. */
export function ClientDialog({ opened, onClose, ...rest }: ClientDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={rest.client === null ? 'Add application' : 'Edit application'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ClientForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function ClientForm({ projectRef, client, onClose, onMade }: Omit<ClientDialogProps, 'opened'>) {
  const queries = useQueryClient();
  const before = { name: client?.client_name ?? '', addresses: client?.redirect_uris.join('\n') ?? '' };
  const [name, setName] = useState(before.name);
  const [addresses, setAddresses] = useState(before.addresses);
  const [hasSecret, setHasSecret] = useState(true);
  const [problems, setProblems] = useState<{ name?: string; addresses?: string }>({});
  const done = async (saved: OAuthClient) => {
    await queries.invalidateQueries({ queryKey: orpc.oauthClients.list.key() });
    onClose();
    if (client === null) onMade(saved);
  };
  const create = useAction({ mutation: orpc.oauthClients.create.mutationOptions(), onDone: done });
  const update = useAction({
    mutation: orpc.oauthClients.update.mutationOptions(),
    done: 'Saved the application',
    onDone: done,
  });
  const { error } = client === null ? create : update;
  const isRunning = create.isRunning || update.isRunning;
  const lines = addresses.split(/\s+/).filter((line) => line !== '');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    const found = {
      ...(name.trim() === '' ? { name: 'Enter the name that users see.' } : {}),
      ...(lines.length === 0 ? { addresses: 'Enter at least one address.' } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const details = { ref: projectRef, client_name: name.trim(), redirect_uris: lines };
    if (client === null) void create.run({ ...details, client_type: hasSecret ? 'confidential' : 'public' });
    else void update.run({ ...details, id: client.client_id });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={(name !== before.name || addresses !== before.addresses) && !isRunning} />
      <TextInput
        label="Name"
        description="Shown to users when they decide."
        value={name}
        error={problems.name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={1_024}
        data-autofocus
        autoComplete="off"
      />
      <Textarea
        label="Redirect addresses"
        description="One per line, exactly as the application names them. https://, http:// on this machine, or a scheme of an app."
        placeholder="https://app.example.com/callback"
        value={addresses}
        error={problems.addresses}
        onChange={(event) => setAddresses(event.currentTarget.value)}
        rows={3}
        spellCheck={false}
        autoComplete="off"
      />
      {client === null && (
        <SwitchField
          label="Has a secret"
          description="Off for programs that run in browsers and on phones, where none can be kept."
          checked={hasSecret}
          onChange={setHasSecret}
        />
      )}
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      <div className={form.foot}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isRunning}>
          {client === null ? 'Add application' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** What an application was given, once. */
export function NewSecretDialog({ client, onClose }: { client: OAuthClient | null; onClose: () => void }) {
  const shown = useLast(client) ?? client;
  return (
    <Modal
      opened={client !== null}
      onClose={onClose}
      title={shown?.client_name ?? 'Application'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.secret}>
        <div>
          <p className={classes.name}>Client ID</p>
          <CodeLine value={shown?.client_id ?? ''} label="client ID" />
        </div>
        {shown?.client_secret !== undefined && (
          <div>
            <p className={classes.name}>Client secret. Copy it now: it is not shown again.</p>
            <CodeLine value={shown.client_secret} label="client secret" />
          </div>
        )}
        <div className={classes.foot}>
          <Button variant="filled" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  );
}
