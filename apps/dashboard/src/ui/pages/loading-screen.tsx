import classes from './loading-screen.module.css';
import { Logo } from './logo.tsx';

/** Fills the room while something large loads. Stays invisible for a moment, so that quick loads do not flash. */
export function LoadingScreen({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={classes.screen} role="status" aria-label={label}>
      <Logo size={48} isBreathing />
    </div>
  );
}
