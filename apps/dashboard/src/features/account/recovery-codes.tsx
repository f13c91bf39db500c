import { Button } from '@mantine/core';
import { saveFile } from '../../lib/save-file.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './second-factor.module.css';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Section
      title="Keep your recovery codes now"
      description="Each signs you in once when neither app nor passkey is at hand. They are shown only this once."
      actions={<Button onClick={onDone}>I have kept them</Button>}
    >
      <UnsavedGuard when text="The recovery codes are shown only this once." />
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.tools}>
        <CopyButton value={text} withText="Copy all" />
        <Button size="xs" onClick={() => saveFile('basalt-recovery-codes.txt', 'text/plain', text)}>
          Download
        </Button>
      </div>
    </Section>
  );
}
