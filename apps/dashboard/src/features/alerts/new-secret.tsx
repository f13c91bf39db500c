import { Button } from '@mantine/core';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './alerts.module.css';

/** The secret by which a receiver knows that a notice is from here, the only time it can be seen. */
export function NewSecret({ secret, onCopied }: { secret: string; onCopied: () => void }) {
  return (
    <Notice tone="warn">
      <UnsavedGuard
        when
        text="The signing secret is shown only this once. Without it the receiver cannot check signatures."
      />
      <div className={classes.stack}>
        <p>
          Copy the signing secret now: it is shown only this once. Notices carry the headers of Standard
          Webhooks, by which the receiver checks that they are from here.
        </p>
        <CodeLine value={secret} label="signing secret" />
        <div>
          <Button size="xs" onClick={onCopied}>
            I have copied it
          </Button>
        </div>
      </div>
    </Notice>
  );
}
