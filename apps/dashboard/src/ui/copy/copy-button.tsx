import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copy-button.module.css';
import { type CopySource, useCopy } from './use-copy.ts';

interface CopyButtonProps {
  value: CopySource;
  /** What is copied, such as "project URL"; names the button for those who do not see it. */
  label?: string;
  /** Shows the word beside the icon, or words of its own: then it looks like the buttons that it stands beside. */
  withText?: boolean | string;
  disabled?: boolean;
  onCopied?: (() => void) | undefined;
}

/** Copies `value` and says “Copied” for two seconds: in the button, or beside it where there is only an icon. */
export function CopyButton({ value, label, withText = false, disabled = false, onCopied }: CopyButtonProps) {
  const { copy, isCopied } = useCopy(onCopied);
  const words = typeof withText === 'string' ? withText : 'Copy';
  const text = isCopied ? 'Copied' : words;
  const name = isCopied || label === undefined ? text : `Copy ${label}`;
  return (
    <button
      type="button"
      className={classes.button}
      data-copied={isCopied || undefined}
      data-framed={words !== 'Copy' || undefined}
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
      {withText !== false && <span>{text}</span>}
      <span
        role="status"
        className={isCopied && withText === false ? (classes.said ?? '') : 'visually-hidden'}
      >
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}
