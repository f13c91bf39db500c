import type { PasswordStrength } from '@basalt/contract';
import classes from './strength-meter.module.css';

const STEPS = { weak: 1, fair: 2, good: 3, strong: 4 } as const;
const WORDS = { weak: 'Easy to guess', fair: 'Could be stronger', good: 'Good', strong: 'Strong' } as const;

/** Four bars and a word; empty, at the same size, while there is nothing to judge. */
export function StrengthMeter({ id, strength }: { id: string; strength: PasswordStrength | null }) {
  return (
    <div className={classes.meter} data-strength={strength ?? 'none'}>
      <span className={classes.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-lit={(strength !== null && step <= STEPS[strength]) || undefined} />
        ))}
      </span>
      <span id={id} className={classes.word}>
        {strength === null ? '' : WORDS[strength]}
      </span>
    </div>
  );
}
