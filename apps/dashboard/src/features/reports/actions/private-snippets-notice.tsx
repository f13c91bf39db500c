import type { ReportContent } from '@basalt/contract';
import { Button } from '@mantine/core';
import { Notice } from '../../../ui/pages/notice.tsx';
import page from '../open-report.module.css';
import { usePrivateSnippets, useShareSnippets } from './private-snippets.ts';
import { snippetNames } from './snippet-names.ts';

interface PrivateSnippetsNoticeProps {
  projectRef: string;
  content: ReportContent;
}

/** On a shared report: which of its cards are empty for others, and the way to change that. */
export function PrivateSnippetsNotice({ projectRef, content }: PrivateSnippetsNoticeProps) {
  const { snippets } = usePrivateSnippets(projectRef, content);
  const { share, isRunning } = useShareSnippets(projectRef);
  if (snippets.length === 0) return null;
  return (
    <div className={page.room}>
      <Notice
        tone="info"
        title="Some cards are empty for others"
        actions={
          <Button size="xs" loading={isRunning} onClick={() => void share(snippets)}>
            {snippets.length === 1 ? 'Share the snippet' : `Share ${snippets.length} snippets`}
          </Button>
        }
      >
        This report is shared, but its cards show private snippets of yours: {snippetNames(snippets)}.
      </Notice>
    </div>
  );
}
