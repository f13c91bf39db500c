import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../lib/toast.ts';
import { CodeLine } from '../../../ui/copy/code-line.tsx';
import '../../../theme/dialog.ts';
import classes from '../document/conflict-dialog.module.css';
import type { SnippetFacts } from '../open/snippet-facts.ts';
import { fileStem, migrationFileName, SQL_FILE } from './snippet-file.ts';
import { snippetText } from './snippet-text.ts';

interface MigrationDialogProps {
  projectRef: string;
  facts: SnippetFacts;
  onClose: () => void;
}

/** The snippet as a migration of a project that lives in a repository. */
export function MigrationDialog({ projectRef, facts, onClose }: MigrationDialogProps) {
  const [file] = useState(() => migrationFileName(facts.name, new Date()));
  const download = async () => {
    try {
      saveFile(file, SQL_FILE, await snippetText(projectRef, facts.id));
    } catch {
      void showToast('failed', 'Failed to download: the text of the snippet could not be loaded.');
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Download as migration"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.steps}>
        <p>Put the file into supabase/migrations of your repository:</p>
        <CodeLine value={file} label="file name" />
        <p>Or make an empty migration there, paste the SQL into it, and then apply what is new:</p>
        <CodeLine
          value={`supabase migration new ${fileStem(facts.name)}`}
          label="command for a new migration"
        />
        <CodeLine value="supabase db push" label="command to apply migrations" />
      </div>
      <div className={classes.actions}>
        <span className={classes.room} />
        <Button onClick={onClose}>Close</Button>
        <Button variant="filled" data-autofocus onClick={() => void download()}>
          Download
        </Button>
      </div>
    </Modal>
  );
}
