import type { VaultSecret } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { showToast } from '../../lib/toast.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { copyAndTell } from '../../ui/copy/write-clipboard.ts';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { nameOf, readingSql } from './secret-texts.ts';
import classes from './vault-page.module.css';

interface SecretTableProps {
  projectRef: string;
  secrets: readonly VaultSecret[];
  onEdit: (secret: VaultSecret) => void;
  onDelete: (secret: VaultSecret) => void;
}

/** A page of secrets, each hidden until it is asked for. */
export function SecretTable({ projectRef, secrets, onEdit, onDelete }: SecretTableProps) {
  const columns: DataTableColumn<VaultSecret>[] = [
    {
      key: 'name',
      header: 'Name',
      render: (secret) => (
        <span className={classes.name} title={secret.description || nameOf(secret)}>
          {secret.name ?? <em>No name</em>}
        </span>
      ),
    },
    {
      key: 'secret',
      header: 'Secret',
      render: (secret) => (
        // Another text under the same id starts hidden again.
        <HiddenSecret key={secret.updated_at} projectRef={projectRef} secret={secret} />
      ),
    },
    { key: 'changed', header: 'Changed', render: ({ updated_at }) => <TimeAgo date={updated_at} /> },
    {
      key: 'menu',
      header: <span className="visually-hidden">Actions</span>,
      align: 'right',
      width: 60,
      render: (secret) => (
        <RowMenu
          label={`Actions for ${nameOf(secret)}`}
          entries={() => [
            { label: 'Edit…', onChoose: () => onEdit(secret) },
            { label: 'Copy SQL that reads it', onChoose: () => void copyAndTell(readingSql(secret)) },
            { label: 'Copy ID', onChoose: () => void copyAndTell(secret.id) },
            { label: 'Delete…', tone: 'danger', onChoose: () => onDelete(secret) },
          ]}
        />
      ),
    },
  ];
  return (
    <DataTable
      label="Secrets"
      columns={columns}
      rows={secrets}
      rowKey={({ id }) => id}
      empty="This page has no secrets."
    />
  );
}

function HiddenSecret({ projectRef: ref, secret }: { projectRef: string; secret: VaultSecret }) {
  const [text, setText] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const load = async () => {
    try {
      return (await api.vault.reveal({ ref, id: secret.id })).decrypted_secret;
    } catch (error) {
      void showToast('failed', `The secret could not be read: ${toApiError(error).message}`);
      return undefined;
    }
  };
  async function toggle() {
    if (text !== null) return setText(null);
    setLoading(true);
    setText((await load()) ?? null);
    setLoading(false);
  }
  return (
    <span className={classes.secret}>
      <code className={classes.text}>{text ?? '••••••••'}</code>
      <Button
        size="xs"
        loading={isLoading}
        aria-label={`${text === null ? 'Reveal' : 'Hide'} ${nameOf(secret)}`}
        onClick={() => void toggle()}
      >
        {text === null ? 'Reveal' : 'Hide'}
      </Button>
      <CopyButton value={load} label={nameOf(secret)} />
    </span>
  );
}
