import { Button } from '@mantine/core';
import form from './form.module.css';

interface SaveFootProps {
  isChanged: boolean;
  isRunning: boolean;
  onCancel: () => void;
}

/** The end of a form of settings: save what was changed, or take it back. */
export function SaveFoot({ isChanged, isRunning, onCancel }: SaveFootProps) {
  return (
    <div className={form.foot}>
      {isChanged && (
        <Button disabled={isRunning} onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" variant="filled" disabled={!isChanged} loading={isRunning}>
        Save
      </Button>
    </div>
  );
}
