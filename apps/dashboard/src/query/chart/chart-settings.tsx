import type { ChartConfig } from '@basalt/contract';
import { IconChartBar } from '@tabler/icons-react';
import { useId } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { Dropdown } from '../../ui/menus/dropdown.tsx';
import bar from '../bar-button.module.css';
import type { Field } from '../run/run-output.ts';
import classes from './chart-settings.module.css';

interface ChartSettingsProps {
  fields: readonly Field[];
  config: ChartConfig;
  onChange: (config: ChartConfig) => void;
  /** Without a word on the button. */
  isIcon?: boolean;
  /** What it is called when no column is chosen for an axis. */
  unchosen?: string;
}

/** A button with how a result is shown: table or chart, axes, sums so far, labels, grid. */
export function ChartSettings(props: ChartSettingsProps) {
  const { fields, config, onChange, isIcon = false, unchosen = 'Automatic' } = props;
  const names = [...new Set(fields.map(({ name }) => name))];
  const change = (changes: Partial<ChartConfig>) => onChange({ ...config, ...changes });
  const axis = (label: string, key: 'xKey' | 'yKey') => {
    const chosen = config[key];
    const known = chosen === null || names.includes(chosen) ? names : [...names, chosen];
    return (
      <div className={classes.row}>
        <span className={classes.name}>{label}</span>
        <ChoiceField
          label={label}
          value={chosen ?? ''}
          options={[
            { value: '', label: unchosen },
            ...known.map((name) => ({
              value: name,
              label: names.includes(name) ? name : `${name} (not in the result)`,
            })),
          ]}
          onChange={(value) => change({ [key]: value === '' ? null : value })}
        />
      </div>
    );
  };
  const isChart = config.view === 'chart';
  return (
    <Dropdown
      label="Chart settings"
      align="end"
      className={bar.button}
      trigger={
        <>
          <IconChartBar size={14} stroke={1.75} aria-hidden />
          {!isIcon && <span className={bar.word}>Chart</span>}
        </>
      }
    >
      {() => (
        <div className={classes.panel}>
          <div className={classes.row}>
            <span className={classes.name}>View</span>
            <ChoiceField
              label="View"
              value={config.view}
              options={[
                { value: 'table', label: 'Table' },
                { value: 'chart', label: 'Chart' },
              ]}
              onChange={(view) => change({ view: view === 'chart' ? 'chart' : 'table' })}
            />
          </div>
          {isChart && (
            <>
              {axis('X Axis', 'xKey')}
              {axis('Y Axis', 'yKey')}
              <Check
                label="Cumulative"
                checked={config.cumulative}
                onChange={(cumulative) => change({ cumulative })}
              />
              <Check
                label="Show labels"
                checked={config.showLabels}
                onChange={(showLabels) => change({ showLabels })}
              />
              <Check
                label="Show grid"
                checked={config.showGrid}
                onChange={(showGrid) => change({ showGrid })}
              />
            </>
          )}
        </div>
      )}
    </Dropdown>
  );
}

function Check(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <label htmlFor={id} className={classes.check}>
      <input
        id={id}
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}
