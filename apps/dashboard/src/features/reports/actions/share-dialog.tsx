import type { ContentSummary } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import form from '../../../ui/form.module.css';
import { usePrivateSnippets, useShareSnippets } from './private-snippets.ts';
import { snippetNames } from './snippet-names.ts';

interface ShareDialogProps {
  projectRef: string;
  /** Null: the dialog is closed. */
  report: ContentSummary | null;
  isRunning: boolean;
  onShare: () => void;
  onClose: () => void;
}

/** Asks before a report is shared, and whether the private snippets of its cards are shared with it. */
export function ShareDialog({ projectRef, report, isRunning, onShare, onClose }: ShareDialogProps) {
  const item = useQuery(
    orpc.content.item.queryOptions({
      input: { ref: projectRef, id: report?.id ?? '' },
      enabled: report !== null,
    }),
  );
  const content = item.data?.type === 'report' ? item.data.content : undefined;
  const { snippets, isLoading } = usePrivateSnippets(projectRef, content);
  const isLooking = item.isLoading || isLoading;
  const snippetSharing = useShareSnippets(projectRef);
  const [withSnippets, setWithSnippets] = useState(true);
  useEffect(() => {
    if (report === null) setWithSnippets(true);
  }, [report]);

  async function confirm() {
    // Nothing is shared before it is known what to ask about it.
    if (isLooking) return;
    // First what the report needs: whoever opens it finds its cards filled.
    if (withSnippets && snippets.length > 0 && !(await snippetSharing.share(snippets))) return;
    onShare();
  }

  return (
    <ConfirmDialog
      opened={report !== null}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Share report"
      confirmLabel="Share with the project"
      isRunning={isRunning || snippetSharing.isRunning}
    >
      <div className={form.form}>
        <p>
          Everybody who can open this project will see {report?.name} and can run its cards. Only you can
          change it.
        </p>
        {isLooking && <p role="status">Looking for private snippets in its cards …</p>}
        {!isLooking && snippets.length > 0 && (
          <SwitchField
            label={snippets.length === 1 ? 'Share the private snippet too' : 'Share the private snippets too'}
            description={`Its cards show ${snippetNames(snippets)}. Others find nothing in these cards while the snippets are private.`}
            checked={withSnippets}
            onChange={setWithSnippets}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
