import type { ChartConfig } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import type { Field, Row } from '../run/run-output.ts';
import { withAxes } from './axes.ts';
import classes from './choose-axes.module.css';

interface ChooseAxesProps {
  fields: readonly Field[];
  rows: readonly Row[];
  config: ChartConfig;
  onChange: (config: ChartConfig) => void;
}

/** Asks for the columns of a chart. What probably is meant is chosen beforehand. */
export function ChooseAxes({ fields, rows, config, onChange }: ChooseAxesProps) {
  const names = [...new Set(fields.map(({ name }) => name))];
  const [keys, setKeys] = useState(() => {
    const { xKey, yKey } = withAxes(config, fields, rows);
    return { xKey: known(xKey, names), yKey: known(yKey, names) };
  });
  const options = [
    { value: '', label: 'Choose a column' },
    ...names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <section className={classes.choice} aria-label="Axes of the chart">
      <p>Choose the columns for the X and Y axes</p>
      <div className={classes.fields}>
        {(['xKey', 'yKey'] as const).map((key) => {
          const label = key === 'xKey' ? 'X Axis' : 'Y Axis';
          return (
            <div key={key} className={classes.field}>
              <span aria-hidden="true">{label}</span>
              <ChoiceField
                label={label}
                value={keys[key] ?? ''}
                options={options}
                onChange={(value) => setKeys({ ...keys, [key]: value === '' ? null : value })}
              />
            </div>
          );
        })}
        <Button
          size="xs"
          variant="filled"
          disabled={keys.xKey === null || keys.yKey === null}
          onClick={() => onChange({ ...config, ...keys })}
        >
          Draw chart
        </Button>
      </div>
    </section>
  );
}

function known(key: string | null, names: readonly string[]): string | null {
  return key !== null && names.includes(key) ? key : null;
}
