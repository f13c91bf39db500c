import { type GitConnection, readGitAddress } from '@basalt/contract';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { fieldSentence } from '../../../lib/field-errors.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CodeLine } from '../../../ui/copy/code-line.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { useGitConnection } from './use-git-connection.ts';

interface ConnectRepositoryProps {
  projectRef: string;
  opened: boolean;
  onClose: () => void;
}

/** The panel in which a project is connected to a repository, and what its server has to be told. */
export function ConnectRepository({ projectRef, opened, onClose }: ConnectRepositoryProps) {
  const { data } = useGitConnection(projectRef);
  return (
    <SidePanel opened={opened} onClose={onClose} title="Git repository">
      {opened && data !== undefined && (
        <>
          <Fields
            key={data.connection?.updated_at}
            projectRef={projectRef}
            connection={data.connection}
            hasLocal={data.local_repositories}
            onDone={onClose}
          />
          {data.webhook !== null && (
            <Section
              title="Webhook"
              description="Lets pushes be followed at once. Without it they are noticed within a minute. Add it to the repository with the secret and the content type application/json."
            >
              <CodeLine value={data.webhook.url} label="webhook URL" />
              <CodeLine value={data.webhook.secret} label="webhook secret" />
            </Section>
          )}
        </>
      )}
    </SidePanel>
  );
}

interface FieldsProps {
  projectRef: string;
  connection: GitConnection | null;
  hasLocal: boolean;
  onDone: () => void;
}

function Fields({ projectRef: ref, connection, hasLocal, onDone }: FieldsProps) {
  const [address, setAddress] = useState(connection?.address ?? '');
  const [username, setUsername] = useState(connection?.username ?? '');
  const [secret, setSecret] = useState('');
  const [folder, setFolder] = useState(connection?.folder ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.gitConnections.key() });
  const connect = useAction({
    mutation: orpc.gitConnections.connect.mutationOptions(),
    done: ({ repository }) => `Connected to ${repository.name}`,
    onDone: async () => {
      await refresh();
      onDone();
    },
  });
  const disconnect = useAction({
    mutation: orpc.gitConnections.disconnect.mutationOptions(),
    done: 'The repository is not connected any more',
    failed: (message) => `Failed to disconnect: ${message}`,
    onDone: async () => {
      setLeaving(false);
      await refresh();
      onDone();
    },
  });
  const read = readGitAddress(address);
  const kind = typeof read === 'string' ? 'http' : read.kind;
  const errorOf = (field: string) => (connect.error?.field === field ? fieldSentence(connect.error) : null);
  const isChanged =
    address !== (connection?.address ?? '') ||
    username !== (connection?.username ?? '') ||
    secret !== '' ||
    folder !== (connection?.folder ?? '');

  function check(): boolean {
    setProblem(typeof read === 'string' ? `The address ${read}.` : null);
    return typeof read !== 'string';
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (connect.isRunning || !check()) return;
    void connect.run({
      ref,
      address,
      username: kind === 'http' && username !== '' ? username : null,
      folder,
      ...(secret !== '' ? { secret } : connection === null ? { secret: null } : {}),
    });
  }

  const kept = connection?.has_secret ? 'Leave it empty to keep the present one.' : '';
  return (
    <>
      <form className={form.form} onSubmit={submit} noValidate>
        <UnsavedGuard when={isChanged && !connect.isRunning} />
        {connection !== null && connection.state !== 'ok' && (
          <Notice tone="danger" title="The repository cannot be read">
            <p>{connection.state_reason}</p>
          </Notice>
        )}
        <TextInput
          label="Repository"
          description={`Over HTTPS or SSH${hasLocal ? ', or local:team/app.git for one of this machine' : ''}.`}
          placeholder="https://github.com/acme/app"
          value={address}
          error={problem ?? errorOf('address')}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setProblem(null);
            connect.reset();
          }}
          onBlur={() => address !== '' && check()}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        {kind === 'http' && (
          <>
            <TextInput
              label="User name"
              description="Only where the server wants one beside the token."
              value={username}
              error={errorOf('username')}
              onChange={(event) => setUsername(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
            <PasswordField
              label="Access token"
              description={`May read the repository, and nothing else. Public ones need none. ${kept}`}
              value={secret}
              error={errorOf('secret')}
              onChange={(value) => {
                setSecret(value);
                connect.reset();
              }}
              meter={false}
              autoComplete="off"
            />
          </>
        )}
        {kind === 'ssh' && (
          <Textarea
            label="Private key"
            description={`In the format of OpenSSH or PEM, without a passphrase. Add its public half to the repository as a deploy key. ${kept}`}
            value={secret}
            error={errorOf('secret')}
            onChange={(event) => {
              setSecret(event.currentTarget.value);
              connect.reset();
            }}
            rows={5}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <TextInput
          label="Folder"
          description="In which supabase/ is. Empty: the repository itself."
          placeholder="apps/api"
          value={folder}
          error={errorOf('folder')}
          onChange={(event) => {
            setFolder(event.currentTarget.value);
            connect.reset();
          }}
          autoComplete="off"
          spellCheck={false}
        />
        {connect.error !== null && connect.error.field === undefined && (
          <Notice tone="danger">{connect.error.message}</Notice>
        )}
        <div className={form.foot}>
          {connection !== null && (
            <Button color="red" onClick={() => setLeaving(true)}>
              Disconnect
            </Button>
          )}
          <Button type="submit" variant="filled" loading={connect.isRunning}>
            {connection === null ? 'Connect repository' : 'Save connection'}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        opened={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => void disconnect.run({ ref })}
        isRunning={disconnect.isRunning}
        title={`Disconnect ${connection?.repository.name ?? ''}`}
        confirmLabel="Disconnect"
        danger
      >
        <p>Branches stay as they are and follow nothing any more. The token or key is deleted.</p>
      </ConfirmDialog>
    </>
  );
}
