import type { ReactNode } from 'react';
import form from './form.module.css';
import { Notice } from './pages/notice.tsx';
import { SaveFoot } from './save-foot.tsx';
import { UnsavedGuard } from './unsaved/unsaved-guard.tsx';

interface SaveFormProps {
  /** Names the form for those who do not see it. */
  label: string;
  /** The labels of the fields that were changed; empty while there is nothing to save. */
  changed: readonly string[];
  isRunning: boolean;
  /** What the server says against it that belongs to no field; null: nothing. */
  refusal: string | null;
  /** Nothing can be changed, for a reason that is said beside the fields. */
  isLocked?: boolean;
  onSubmit: () => void;
  onDiscard: () => void;
  children: ReactNode;
}

/** A form of settings on a page, saved by the bar at its end. What was changed is asked about before it is lost. */
export function SaveForm(props: SaveFormProps) {
  const { label, changed, isRunning, refusal, isLocked = false, onSubmit, onDiscard, children } = props;
  return (
    <form
      className={form.form}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isLocked && !isRunning) onSubmit();
      }}
    >
      <UnsavedGuard when={changed.length > 0} />
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      {children}
      {!isLocked && <SaveFoot changed={changed} isRunning={isRunning} onDiscard={onDiscard} />}
    </form>
  );
}
