import { useReveal } from '../../lib/use-reveal.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import classes from './secret-line.module.css';

interface SecretLineProps {
  /** What it is, such as "service_role key". */
  label: string;
  /** What stands there while it is hidden. */
  masked: string;
  /** Gets the secret. */
  load: () => Promise<string>;
  /** Copy and reveal can be pressed. */
  isUsable: boolean;
}

/** A secret on one line: hidden, shown for a moment on request, and copied without being shown. */
export function SecretLine({ label, masked, load, isUsable }: SecretLineProps) {
  const { state, reveal, hide, take } = useReveal(label, load);
  const isShown = state.is === 'shown' && isUsable;
  const word = isShown ? 'Hide' : 'Reveal';
  return (
    <CodeLine
      label={label}
      value={isShown ? state.text : masked}
      copy={false}
      actions={
        <>
          <button
            type="button"
            className={classes.reveal}
            aria-label={`${word} ${label}`}
            disabled={!isUsable || state.is === 'fetching'}
            onClick={() => (isShown ? hide() : void reveal())}
          >
            {word}
          </button>
          <CopyButton value={take} label={label} disabled={!isUsable} />
        </>
      }
    />
  );
}
