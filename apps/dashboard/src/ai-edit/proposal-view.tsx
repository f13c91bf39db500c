import { Button } from '@mantine/core';
import { type KeyboardEvent, lazy, type ReactNode, Suspense } from 'react';
import { keepsEscape } from '../lib/keeps-escape.ts';
import classes from './ai-edit.module.css';
import type { Proposal } from './ai-edit-machine.ts';
import { ACCEPT } from './keys.ts';

const DiffView = lazy(async () => ({
  default: (await import('../ui/code-editor/diff-view.tsx')).DiffView,
}));

interface ProposalViewProps {
  proposal: Proposal;
  language: 'sql' | 'typescript';
  /** The prompt, while it is open over the diff. */
  children: ReactNode;
  onAccept: () => void;
  onReject: () => void;
  onPrompt: () => void;
}

/** What would change, over the editor, until it is accepted or rejected. */
export function ProposalView(props: ProposalViewProps) {
  const { proposal, language, children, onAccept, onReject, onPrompt } = props;
  function press(event: KeyboardEvent) {
    const isMod = event.metaKey !== event.ctrlKey;
    const act =
      event.key === 'Escape'
        ? onReject
        : isMod && event.key === 'Enter'
          ? onAccept
          : isMod && event.key.toLowerCase() === 'k'
            ? onPrompt
            : null;
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
  return (
    <section
      className={classes.proposal}
      aria-label="Proposed change"
      onKeyDown={press}
      onFocus={keepsEscape}
    >
      <div className={classes.bar}>
        <span className={classes.title}>Proposed change</span>
        <Button size="xs" rightSection={<kbd className={classes.keys}>Esc</kbd>} onClick={onReject}>
          Reject
        </Button>
        <Button
          size="xs"
          variant="filled"
          rightSection={<kbd className={classes.keys}>{ACCEPT.label}</kbd>}
          aria-keyshortcuts={ACCEPT.aria}
          onClick={onAccept}
        >
          Accept
        </Button>
      </div>
      {children}
      <div className={classes.diff}>
        <Suspense>
          <DiffView
            label="Proposed change"
            original={proposal.original}
            modified={proposal.modified}
            language={language}
            isFocused={children === null}
          />
        </Suspense>
      </div>
    </section>
  );
}
