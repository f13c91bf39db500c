import { Button } from '@mantine/core';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import type { MailKind } from './template-sections.ts';

interface StartFromBuiltInProps {
  projectRef: string;
  kind: MailKind;
  onStart: (mail: { subject: string; content: string }) => void;
}

/** Puts the mail that is built in into the fields, to go on from there. */
export function StartFromBuiltIn({ projectRef, kind, onStart }: StartFromBuiltInProps) {
  const load = useAction({
    mutation: orpc.mailbox.getBuiltIn.mutationOptions(),
    failed: (message) => `Failed to load the built-in mail: ${message}`,
    onDone: onStart,
  });
  return (
    <Button loading={load.isRunning} onClick={() => void load.run({ ref: projectRef, kind })}>
      Start from the built-in mail
    </Button>
  );
}
