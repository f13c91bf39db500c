import { Button } from '@mantine/core';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import type { Sharing } from './settings/use-sharing.ts';

interface PanelNoticesProps {
  sharing: Sharing;
  /** What is known of the model; null until it is. */
  model: { hasKey: boolean; message?: string | undefined } | null;
  /** Why nobody could say whether there is a model. */
  problem: string | null;
  onSettings: () => void;
}

/** What one should know before writing to the assistant: nobody answers, or it is told nothing of the project. */
export function PanelNotices({ sharing, model, problem, onSettings }: PanelNoticesProps) {
  const { slug, level, isShared, isHipaa } = sharing;
  return (
    <>
      {problem !== null && (
        <Notice tone="warn" title="Assistant has been temporarily disabled">
          <p>{problem}</p>
        </Notice>
      )}
      {model?.hasKey === false && (
        <Notice
          tone="warn"
          title="The AI provider key is not set"
          actions={
            slug !== undefined && (
              <ButtonLink size="xs" to="/org/$slug/general" params={{ slug }} hash="ai">
                Settings of the organization
              </ButtonLink>
            )
          }
        >
          <p>
            {model.message ??
              'Set OPENAI_API_KEY, ANTHROPIC_API_KEY, or BASALT_AI_BASE_URL with BASALT_AI_MODEL in the environment of the server.'}
          </p>
        </Notice>
      )}
      {level !== null && !isShared && (
        <Notice
          tone="info"
          title="Project metadata is not shared"
          actions={
            !isHipaa && (
              <Button size="xs" onClick={onSettings}>
                Update AI settings
              </Button>
            )
          }
        >
          <p>
            {isHipaa
              ? 'The organization has the HIPAA addon, so the assistant is told nothing of this project.'
              : 'The assistant knows no tables and no names of this project, and its answers are general.'}
          </p>
        </Notice>
      )}
    </>
  );
}
