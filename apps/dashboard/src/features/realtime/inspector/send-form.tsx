import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { showToast } from '../../../lib/toast.ts';
import form from '../../../ui/form.module.css';
import type { ChannelSession } from './channel-session.ts';
import { readPayload } from './message-log.ts';

/** Sends a broadcast to everybody in the channel. */
export function SendForm({ session }: { session: ChannelSession }) {
  const [event, setEvent] = useState('message');
  const [text, setText] = useState('{\n  "text": "Hello"\n}');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  async function submit(submitted: FormEvent) {
    submitted.preventDefault();
    if (isSending) return;
    const read = readPayload(text);
    if ('problem' in read) return setProblem(read.problem);
    setSending(true);
    const answer = await session.send(event.trim() || 'message', read.payload).catch(() => 'error');
    setSending(false);
    if (answer === 'ok') void showToast('done', 'Sent');
    else
      void showToast(
        'failed',
        answer === 'timed out'
          ? 'Nobody confirmed the message. A private channel takes it only from those whom its policies let send.'
          : 'The message was refused.',
      );
  }

  return (
    <form
      className={form.form}
      onSubmit={(submitted) => void submit(submitted)}
      onKeyDown={(pressed) => {
        if (pressed.key === 'Enter' && (pressed.metaKey || pressed.ctrlKey)) void submit(pressed);
      }}
      aria-label="Send a broadcast"
    >
      <TextInput
        label="Event"
        value={event}
        maxLength={200}
        onChange={(changed) => setEvent(changed.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <Textarea
        label="Message as JSON"
        value={text}
        rows={4}
        error={problem}
        onChange={(changed) => {
          setText(changed.currentTarget.value);
          setProblem(null);
        }}
        spellCheck={false}
      />
      <div className={form.foot}>
        <Button type="submit" loading={isSending}>
          Send broadcast
        </Button>
      </div>
    </form>
  );
}
