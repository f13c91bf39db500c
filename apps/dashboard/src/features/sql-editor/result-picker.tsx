import { NativeSelect, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import classes from './result-picker.module.css';
import { resultLabel } from './result-summary.ts';
import type { ResultSet } from './run-output.ts';

interface ResultPickerProps {
  results: readonly ResultSet[];
  shown: number;
  onPick: (result: number) => void;
}

/** More tabs than this cannot be told apart, and a script may hold thousands of statements. */
const MOST_TABS = 12;

/** One entry for each statement that answered. */
export function ResultPicker({ results, shown, onPick }: ResultPickerProps) {
  if (results.length <= MOST_TABS) {
    return (
      <Tabs value={String(shown)} onChange={(value) => onPick(Number(value))} className={classes.tabs ?? ''}>
        <Tabs.List aria-label="Statements" className={classes.list ?? ''}>
          {results.map((result) => (
            <Tabs.Tab key={result.index} value={String(result.index)} className={classes.tab ?? ''}>
              <span className={classes.number}>{result.index + 1}</span> {resultLabel(result)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    );
  }
  return (
    <div className={classes.select}>
      <NativeSelect
        size="xs"
        aria-label="Statement"
        value={String(shown)}
        onChange={(event) => onPick(Number(event.currentTarget.value))}
        data={results.map((result) => ({
          value: String(result.index),
          label: `Statement ${result.index + 1} of ${results.length}: ${resultLabel(result)}`,
        }))}
      />
    </div>
  );
}
