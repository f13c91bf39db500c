import { lazy, Suspense } from 'react';
import { Skeleton } from '../pages/skeleton.tsx';
import classes from './sql-field.module.css';

const CodeEditor = lazy(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

interface SqlFieldProps {
  label: string;
  description?: string;
  /** Read once; another `key` begins afresh. */
  initialText: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  height?: number;
}

/** A field for SQL, in the code editor. */
export function SqlField({ label, description, initialText, onChange, error, height = 84 }: SqlFieldProps) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      {description !== undefined && <p className={classes.description}>{description}</p>}
      <div className={classes.frame} style={{ height }} data-wrong={error !== undefined || undefined}>
        <Suspense fallback={<Skeleton height={height - 2} />}>
          <CodeEditor
            label={label}
            initialText={initialText}
            onChange={({ text, edit }) => {
              if (edit !== null) onChange(text.toString());
            }}
            onRun={() => {}}
          />
        </Suspense>
      </div>
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
