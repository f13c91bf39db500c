import type { KeyboardEvent } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import type { ResultSet } from '../run/run-output.ts';
import classes from './result-picker.module.css';
import { resultLabel } from './result-summary.ts';

interface ResultPickerProps {
  results: readonly ResultSet[];
  shown: number;
  /** Id of the element that shows the picked result. */
  panelId: string;
  onPick: (result: number) => void;
}

/** More tabs than this cannot be told apart, and a script may hold thousands of statements. */
const MOST_TABS = 12;

/** One entry for each statement that answered: tabs, or a list when there are many. */
export function ResultPicker({ results, shown, panelId, onPick }: ResultPickerProps) {
  if (results.length > MOST_TABS) {
    return (
      <div className={classes.select}>
        <ChoiceField
          label="Statement"
          value={String(shown)}
          onChange={(value) => onPick(Number(value))}
          options={results.map((result) => ({
            value: String(result.index),
            label: `Statement ${result.index + 1} of ${results.length}: ${resultLabel(result)}`,
          }))}
        />
      </div>
    );
  }
  return (
    <div role="tablist" aria-label="Statements" className={classes.list} onKeyDown={moveAlong}>
      {results.map((result) => {
        const isShown = result.index === shown;
        return (
          <button
            key={result.index}
            type="button"
            role="tab"
            aria-selected={isShown}
            aria-controls={panelId}
            tabIndex={isShown ? 0 : -1}
            className={classes.tab}
            onClick={() => onPick(result.index)}
          >
            <span className={classes.number}>{result.index + 1} ·</span> {resultLabel(result)}
          </button>
        );
      })}
    </div>
  );
}

/** Arrow keys pick the tab beside the one that has the focus. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const tabs = [...event.currentTarget.querySelectorAll('button')];
  const next = tabs.at((tabs.indexOf(document.activeElement as HTMLButtonElement) + step) % tabs.length);
  next?.click();
  next?.focus();
}
