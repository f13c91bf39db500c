import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.css';

interface GuardedButtonProps
  extends Pick<ButtonProps, 'variant' | 'color' | 'leftSection' | 'loading' | 'size'> {
  /** Why it cannot be pressed; null when it can. */
  reason: string | null;
  onClick: () => void;
  children: string;
}

/**
 * A button that explains why it is disabled. It stays reachable by keyboard and touch, because a tooltip that only a
 * mouse can find explains nothing to everybody else.
 */
export function GuardedButton({ reason, onClick, children, ...look }: GuardedButtonProps) {
  const disabled = reason !== null;
  return (
    <Tooltip
      label={reason}
      disabled={!disabled}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={280}
    >
      <Button
        {...look}
        {...(disabled ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        onClick={() => {
          if (!disabled) onClick();
        }}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
