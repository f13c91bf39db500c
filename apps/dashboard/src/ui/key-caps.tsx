import classes from './key-caps.module.css';

/** Keys to press, together or one after the other, as they are written on them. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.keys}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
