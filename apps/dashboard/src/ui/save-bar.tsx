import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { modKey } from '../lib/mod-key.ts';
import { type OpenChanges, openChanges } from '../lib/open-changes.ts';
import { useShared } from '../lib/shared-value.ts';
import classes from './save-bar.module.css';

/** Milliseconds in which a form that is submitted finds what is wrong with it, or begins to save. */
const CHECK_TIME = 60;

/** What was changed on the page and is not saved: how much, where, and the two ways on. */
export function SaveBar() {
  const open = [...useShared(openChanges)].sort(inPageOrder);
  const isRunning = open.some((one) => one.isRunning);
  const isWanted = useRef(false);
  const names = open.flatMap(({ changed }) => changed);

  function save() {
    if (isRunning) return;
    isWanted.current = true;
    for (const { form } of open) form.requestSubmit();
    setTimeout(leadToFault, CHECK_TIME);
  }

  /** Once nothing is being saved any more, what is wrong is where the keyboard is. */
  function leadToFault() {
    const left = openChanges.get();
    if (!isWanted.current || left.some((one) => one.isRunning)) return;
    isWanted.current = false;
    const faulty = [...left].sort(inPageOrder).map(({ form }) => form.querySelector<HTMLElement>(FAULT));
    faulty.find((field) => field !== null)?.focus();
  }

  const whenDone = useEffectEvent(leadToFault);
  useEffect(() => {
    if (!isRunning) whenDone();
  }, [isRunning]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);

  return (
    <section className={classes.bar} aria-label="Unsaved changes" data-save-bar>
      <p role="status" className={classes.words} title={names.join(', ')}>
        <b>{names.length === 1 ? '1 unsaved change' : `${names.length} unsaved changes`}</b>
        <span>{names.join(', ')}</span>
      </p>
      <div className={classes.buttons}>
        <Button
          disabled={isRunning}
          onClick={() => {
            for (const { discard } of open) discard();
          }}
        >
          Discard
        </Button>
        <Button
          variant="filled"
          loading={isRunning}
          aria-keyshortcuts="Meta+S Control+S"
          title={`Save (${modKey()} S)`}
          onClick={save}
        >
          Save
        </Button>
      </div>
    </section>
  );
}

const FAULT = '[aria-invalid="true"]:not(:disabled)';

function inPageOrder(a: OpenChanges, b: OpenChanges): number {
  return a.form.compareDocumentPosition(b.form) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
