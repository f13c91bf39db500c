import { lazy, Suspense, useMemo, useRef } from 'react';
import type { CodeEditorHandle } from '../ui/code-editor/create-code-editor.ts';
import field from '../ui/code-editor/sql-field.module.css';
import { Skeleton } from '../ui/pages/skeleton.tsx';
import classes from './ai-edit.module.css';
import type { AiPort } from './ai-port.ts';
import { PROMPT } from './keys.ts';
import { useAiPort } from './use-ai-port.ts';

const EditorArea = lazy(async () => ({ default: (await import('./editor-area.tsx')).EditorArea }));

interface AiSqlFieldProps {
  projectRef: string;
  label: string;
  description: string;
  /** What the text is for, as the model is told, such as the table and the command of a policy. */
  about: string;
  /** Read once; another `key` begins afresh. */
  initialText: string;
  onChange: (text: string) => void;
  error?: string | undefined;
}

/** A field for a piece of SQL with the prompt that writes it. It grows while the prompt or a proposal is open. */
export function AiSqlField(props: AiSqlFieldProps) {
  const { projectRef, label, description, about, initialText, onChange, error } = props;
  const editor = useRef<CodeEditorHandle>(null);
  const port = useAiPort(projectRef, 'policy');
  const ai: AiPort = useMemo(
    () => ({
      unavailable: port.unavailable,
      complete: (request, signal) =>
        port.complete({ ...request, prompt: `${about}\n${request.prompt}` }, signal),
    }),
    [port, about],
  );
  return (
    <div>
      <p className={field.label}>{label}</p>
      <p className={field.description}>
        {description}. <kbd className={classes.hint}>{PROMPT.label}</kbd> has it written.
      </p>
      <div className={`${field.frame} ${classes.grows}`} data-wrong={error !== undefined || undefined}>
        <Suspense fallback={<Skeleton height={82} />}>
          <EditorArea
            editor={editor}
            ai={ai}
            label={label}
            initialText={initialText}
            catalog={undefined}
            errorLine={null}
            keys={{}}
            onChange={({ text, edit }) => {
              if (edit !== null) onChange(text.toString());
            }}
            onRun={() => {}}
          />
        </Suspense>
      </div>
      {error !== undefined && (
        <p className={field.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
