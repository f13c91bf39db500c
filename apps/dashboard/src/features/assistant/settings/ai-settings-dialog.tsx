import '../../../theme/dialog.ts';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { inlineCompletionPreference } from '../../../ai-edit/inline-completion-preference.ts';
import { orpc } from '../../../api/client.ts';
import { usePersisted } from '../../../lib/persisted.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SchemaPicker } from '../../../ui/fields/schema-picker.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { chosenSchemas } from './chosen-schemas.ts';
import classes from './settings.module.css';
import type { Sharing } from './use-sharing.ts';

interface AiSettingsDialogProps {
  projectRef: string;
  sharing: Sharing;
  opened: boolean;
  onClose: () => void;
}

/** What the assistant is told of the project. */
export function AiSettingsDialog({ projectRef, sharing, opened, onClose }: AiSettingsDialogProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title="AI Settings"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className={classes.body}>
          <Schemas projectRef={projectRef} sharing={sharing} onOptIn={() => setAsking(true)} />
          <CompletionSwitch isShared={sharing.isShared} />
        </div>
      </Modal>
      <OptInDialog sharing={sharing} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

interface SchemasProps {
  projectRef: string;
  sharing: Sharing;
  onOptIn: () => void;
}

function Schemas({ projectRef: ref, sharing, onOptIn }: SchemasProps) {
  const [selected, select] = usePersisted(chosenSchemas, ref);
  const schemas = useQuery({
    ...orpc.schemaApi.listSchemas.queryOptions({ input: { ref, limit: 500 } }),
    retry: false,
    enabled: sharing.isShared,
  });
  const { slug, isShared, isHipaa } = sharing;
  return (
    <section className={classes.part} aria-label="Schemas">
      <h3>Schemas</h3>
      <p>The assistant looks at these schemas first.</p>
      {isShared && schemas.isPending ? (
        <Skeleton height={34} />
      ) : (
        <SchemaPicker
          label="Schemas of the assistant"
          available={!isShared ? selected : schemas.isError ? null : namesOf(schemas.data)}
          selected={selected}
          onChange={select}
          onReload={() => void schemas.refetch()}
          disabled={!isShared}
        />
      )}
      {!isShared && (
        <p>
          {isHipaa
            ? 'This organization has the HIPAA addon: nothing of a project is ever sent to a provider.'
            : 'This organization does not share project metadata with the AI provider.'}
        </p>
      )}
      <div className={classes.actions}>
        {slug !== undefined && (
          <Link to="/org/$slug/general" params={{ slug }} hash="ai" className={classes.link ?? ''}>
            Organization settings
          </Link>
        )}
        {!isShared && !isHipaa && (
          <Button variant="filled" loading={sharing.isRunning} onClick={onOptIn}>
            Opt in
          </Button>
        )}
      </div>
    </section>
  );
}

function namesOf(answer: unknown): string[] {
  const items = Array.isArray(answer) ? answer : (answer as { items?: unknown[] } | undefined)?.items;
  return (items ?? []).map((schema) => (schema as { name: string }).name);
}

function CompletionSwitch({ isShared }: { isShared: boolean }) {
  const [isOn, setOn] = usePersisted(inlineCompletionPreference);
  return (
    <SwitchField
      label="Complete SQL while I type"
      description={
        isShared
          ? 'The text around the cursor goes to the AI provider after a moment without a key. Tab takes what is offered.'
          : 'Works once the organization shares project metadata with the AI provider.'
      }
      checked={isOn && isShared}
      disabled={!isShared}
      onChange={setOn}
    />
  );
}

interface OptInDialogProps {
  sharing: Sharing;
  opened: boolean;
  onClose: () => void;
}

function OptInDialog({ sharing, opened, onClose }: OptInDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Confirm sending anonymous data to the AI provider"
      confirmLabel="Confirm"
      isRunning={sharing.isRunning}
      onConfirm={() => void sharing.optIn().then(onClose)}
    >
      <p>
        Names of schemas, tables, columns, functions and policies go to the provider of the model with what
        people ask. Rows and logs do not. This holds for all projects of the organization, and can be taken
        back in its settings.
      </p>
    </ConfirmDialog>
  );
}
