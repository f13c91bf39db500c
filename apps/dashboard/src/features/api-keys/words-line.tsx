import classes from './words-line.module.css';

/** A sentence in the place of a key. */
export function WordsLine({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's
    <div className={classes.line} role="group" aria-label={label}>
      {children}
    </div>
  );
}
