import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copy-button.module.css';
import { type CopySource, useCopy } from './use-copy.ts';

interface CopyButtonProps {
  value: CopySource;
  /** What is copied, such as "project URL"; names the button for those who do not see it. */
  label?: string;
  /** Shows the word beside the icon. */
  withText?: boolean;
  disabled?: boolean;
}

/** Copies `value` and says so for two seconds. */
export function CopyButton({ value, label, withText = false, disabled = false }: CopyButtonProps) {
  const { copy, isCopied } = useCopy();
  const text = isCopied ? 'Copied' : 'Copy';
  const name = isCopied || label === undefined ? text : `Copy ${label}`;
  return (
    <button
      type="button"
      className={classes.button}
      data-copied={isCopied || undefined}
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={() => void copy(value)}
    >
      {isCopied ? (
        <IconCheck size={14} stroke={2} aria-hidden="true" />
      ) : (
        <IconCopy size={14} stroke={1.75} aria-hidden="true" />
      )}
      {withText && <span>{text}</span>}
      <span role="status" className="visually-hidden">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}
