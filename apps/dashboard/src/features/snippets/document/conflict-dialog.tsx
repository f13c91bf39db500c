import { Button, Modal } from '@mantine/core';
import '../../../theme/dialog.ts';
import classes from './conflict-dialog.module.css';
import { TextComparison } from './text-comparison.tsx';

interface ConflictDialogProps {
  mine: string;
  theirs: string;
  onClose: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onKeepBoth: () => void;
}

/** Both texts side by side, and the three ways out. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, onClose, onKeepMine, onTakeTheirs, onKeepBoth } = props;
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1200px, 100vw)"
      title="Which text is to stay?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.heads}>
        <h3>Yours, in this browser</h3>
        <h3>Theirs, on the server</h3>
      </div>
      <TextComparison mine={mine} theirs={theirs} />
      <div className={classes.actions}>
        <Button onClick={onClose}>Decide later</Button>
        <span className={classes.room} />
        <Button onClick={choose(onKeepBoth)}>Keep both</Button>
        <Button onClick={choose(onTakeTheirs)}>Take theirs</Button>
        <Button variant="filled" onClick={choose(onKeepMine)}>
          Keep mine
        </Button>
      </div>
    </Modal>
  );
}
