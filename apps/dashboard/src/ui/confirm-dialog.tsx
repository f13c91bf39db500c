import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useLast } from '../lib/use-last.ts';
import classes from './confirm-dialog.module.css';
import '../theme/dialog.ts';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen, in one or two sentences. */
  children?: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  isRunning?: boolean;
  /** Must be typed exactly before anything happens. */
  typedName?: string;
}

/** Asks before something that cannot be taken back. Enter confirms, Escape leaves. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, onConfirm } = props;
  const {
    title,
    children,
    confirmLabel,
    danger = false,
    typedName,
  } = useLast(opened ? props : null) ?? props;
  const isRunning = opened && props.isRunning === true;
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    if (opened) return;
    setTyped('');
    setWrong(false);
  }, [opened]);

  function submit(event: FormEvent) {
    event.preventDefault();
    // React lets it rise to a form that the dialog was opened from, which would be sent too.
    event.stopPropagation();
    if (isRunning || !opened) return;
    if (typedName !== undefined && typed !== typedName) return setWrong(true);
    onConfirm();
  }

  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={classes.form}>
        {children !== undefined && <div className={classes.text}>{children}</div>}
        {typedName !== undefined && (
          <TextInput
            label={
              <>
                Type <strong className={classes.name}>{typedName}</strong> to confirm
              </>
            }
            value={typed}
            error={isWrong && 'Value entered does not match'}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(false);
            }}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        <div className={classes.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="filled"
            {...(danger ? { color: 'red' } : {})}
            loading={isRunning}
            {...(typedName === undefined ? { 'data-autofocus': true } : {})}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
