import '../../theme/dialog.ts';
import { INVITATION_DAYS } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useLast } from '../../lib/use-last.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';

/** The link of an invitation that no mail brings. */
export interface ShownLink {
  email: string;
  link: string;
  /** Why there is no mail. */
  problem: string | null;
}

/** Shows a link once, to be handed over. */
export function LinkDialog({ link, onClose }: { link: ShownLink | null; onClose: () => void }) {
  const shown = useLast(link);
  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      title="Invitation link"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={form.form}>
        {shown?.problem != null && <Notice tone="info">{shown.problem}</Notice>}
        <p>
          Whoever opens this link joins as <bdi>{shown?.email}</bdi>. It works once, for {INVITATION_DAYS}{' '}
          days, and is not shown again.
        </p>
        <CodeLine value={shown?.link ?? ''} label="invitation link" />
        <div className={form.foot}>
          <Button variant="filled" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  );
}
