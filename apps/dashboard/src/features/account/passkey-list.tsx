import '../../theme/dialog.ts';
import type { AccountPasskey, FactorProof, FactorWays } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ceremonyError, makePasskey } from '../../second-factor/ceremony.ts';
import { usePasskeyPlace } from '../../second-factor/use-passkeys.ts';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { ProofForm } from './proof-form.tsx';

interface PasskeyListProps {
  /** Something has changed: with the recovery codes that were made, which are shown only once. */
  onChanged: (codes: readonly string[] | null) => Promise<void>;
}

/** The passkeys of the account: made here, named and deleted. */
export function PasskeyList({ onChanged }: PasskeyListProps) {
  const { data, error, refetch } = useQuery(orpc.accounts.listPasskeys.queryOptions());
  const { data: factor } = useQuery(orpc.accounts.secondFactor.queryOptions());
  const { origin, isHere } = usePasskeyPlace();
  const [isAdding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<AccountPasskey | null>(null);
  const [deleting, setDeleting] = useState<AccountPasskey | null>(null);
  const ways = factor?.ways ?? null;
  const close = () => {
    setAdding(false);
    setDeleting(null);
  };
  const done = async (codes: readonly string[] | null) => {
    close();
    await onChanged(codes);
  };
  return (
    <Section
      title="Passkeys"
      description="A passkey signs you in without your password, with the lock of your device or a security key. Once there is one, your password alone does not sign in."
      actions={
        <Button disabled={!isHere || factor === undefined} onClick={() => setAdding(true)}>
          Add a passkey…
        </Button>
      }
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="Your passkeys could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={24} lines={1} />}
      {data?.length === 0 && <p>{emptyText(origin, isHere)}</p>}
      {data !== undefined && data.length > 0 && (
        <ActionRows label="Your passkeys">
          {data.map((passkey) => (
            <ActionRow
              key={passkey.id}
              title={<bdi>{passkey.name}</bdi>}
              text={
                <>
                  added <TimeAgo date={passkey.created_at} />
                  {passkey.last_used_at !== null && (
                    <>
                      {' · '}last used <TimeAgo date={passkey.last_used_at} />
                    </>
                  )}
                </>
              }
              action={
                <RowMenu
                  label={`Actions for ${passkey.name}`}
                  entries={() => [
                    { label: 'Rename…', onChoose: () => setRenaming(passkey) },
                    { label: 'Delete…', tone: 'danger', onChoose: () => setDeleting(passkey) },
                  ]}
                />
              }
            />
          ))}
        </ActionRows>
      )}
      <Modal
        opened={isAdding || deleting !== null}
        onClose={close}
        title={isAdding ? 'Add a passkey' : 'Delete passkey'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isAdding && <AddPasskey ways={ways} onDone={done} />}
        {deleting !== null && (
          <DeletePasskey
            passkey={deleting}
            isLast={data?.length === 1}
            ways={ways}
            onDone={() => done(null)}
          />
        )}
      </Modal>
      {renaming !== null && <RenamePasskey passkey={renaming} onClose={() => setRenaming(null)} />}
    </Section>
  );
}

function emptyText(origin: string | null, isHere: boolean): string {
  if (isHere) return 'There is none yet.';
  if (origin === null) return 'Browsers make none for this address: the dashboard needs a name and HTTPS.';
  return origin === window.location.origin
    ? 'This browser is too old to make one.'
    : `Browsers make them at ${origin} only. Open this page there.`;
}

interface AddPasskeyProps {
  ways: FactorWays | null;
  onDone: (codes: readonly string[] | null) => Promise<void>;
}

/** Asks who it is, then the authenticator. */
function AddPasskey({ ways, onDone }: AddPasskeyProps) {
  const add = useMutation({
    mutationFn: async (oneself: FactorProof & { password: string }) => {
      const { flow, options } = await orpc.accounts.beginPasskey.call(oneself);
      return orpc.accounts.addPasskey.call({ flow, credential: await makePasskey(options) });
    },
    onSuccess: async ({ recovery_codes }) => {
      void showToast('done', 'Added the passkey');
      await onDone(recovery_codes);
    },
  });
  return (
    <ProofForm
      text="Enter your password. Then your browser asks for the device or the security key."
      ways={ways}
      submitLabel="Continue"
      isRunning={add.isPending}
      error={add.isError ? ceremonyError(add.error) : null}
      onProve={(oneself) => add.mutate(oneself)}
    />
  );
}

interface DeletePasskeyProps {
  passkey: AccountPasskey;
  isLast: boolean;
  ways: FactorWays | null;
  onDone: () => Promise<void>;
}

function DeletePasskey({ passkey: { id, name }, isLast, ways, onDone }: DeletePasskeyProps) {
  const remove = useAction({
    mutation: orpc.accounts.deletePasskey.mutationOptions(),
    done: 'Deleted the passkey',
    onDone,
  });
  const switchesOff = isLast && ways?.app !== true;
  return (
    <ProofForm
      text={
        switchesOff
          ? `“${name}” no longer signs you in, and two-factor sign-in is off: whoever knows your password can sign in.`
          : `“${name}” no longer signs you in.`
      }
      ways={ways}
      submitLabel="Delete passkey"
      danger
      isRunning={remove.isRunning}
      error={remove.error}
      onProve={(oneself) => void remove.run({ id, ...oneself })}
    />
  );
}

function RenamePasskey({ passkey, onClose }: { passkey: AccountPasskey; onClose: () => void }) {
  const queries = useQueryClient();
  const rename = useAction({
    mutation: orpc.accounts.renamePasskey.mutationOptions(),
    done: 'Renamed the passkey',
    onDone: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: orpc.accounts.listPasskeys.key() });
    },
  });
  return (
    <NameDialog
      title="Rename passkey"
      name={passkey.name}
      submitLabel="Rename"
      isRunning={rename.isRunning}
      error={rename.error?.message}
      onSubmit={(name) => void rename.run({ id: passkey.id, name })}
      onClose={onClose}
    />
  );
}
