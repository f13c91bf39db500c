import '../../../theme/dialog.ts';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLast } from '../../../lib/use-last.ts';
import form from '../../../ui/form.module.css';
import { folderOfEntrypoint, pathProblem, type SourceFile, type Sources } from './source-files.ts';

/** The file that gets another name; null: a new one. */
export interface FileNaming {
  file: SourceFile | null;
}

interface FileNameDialogProps {
  /** Null: closed. */
  naming: FileNaming | null;
  sources: Sources;
  onClose: () => void;
  onNamed: (path: string) => void;
}

/** Asks for the path of a file. */
export function FileNameDialog({ naming, sources, onClose, onNamed }: FileNameDialogProps) {
  const shown = useLast(naming);
  return (
    <Modal
      opened={naming !== null}
      onClose={onClose}
      title={shown?.file == null ? 'Add file' : `Rename ${shown.file.path}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {naming !== null && (
        <Fields file={naming.file} sources={sources} onCancel={onClose} onNamed={onNamed} />
      )}
    </Modal>
  );
}

interface FieldsProps {
  file: SourceFile | null;
  sources: Sources;
  onCancel: () => void;
  onNamed: (path: string) => void;
}

function Fields({ file, sources: { files, entrypoint }, onCancel, onNamed }: FieldsProps) {
  const [path, setPath] = useState(file?.path ?? folderOfEntrypoint(entrypoint));
  const [problem, setProblem] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    const found = pathProblem(
      path,
      files.filter((other) => other !== file),
    );
    setProblem(found);
    if (found === null) onNamed(path);
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextInput
        label="Path"
        description="Slashes make folders. Import it as ./its-name.ts from a file beside it."
        value={path}
        error={problem}
        onChange={(event) => {
          setPath(event.currentTarget.value);
          setProblem(null);
        }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled">
          {file === null ? 'Add file' : 'Rename file'}
        </Button>
      </div>
    </form>
  );
}
