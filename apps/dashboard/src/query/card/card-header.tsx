import type { ChartConfig } from '@basalt/contract';
import type { QueryParameter } from '@basalt/sql';
import {
  IconCode,
  IconPencil,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dropdown } from '../../ui/menus/dropdown.tsx';
import { MenuList } from '../../ui/menus/menu-list.tsx';
import bar from '../bar-button.module.css';
import { ChartSettings } from '../chart/chart-settings.tsx';
import { useOpenEditor } from '../open-editor.ts';
import { CopyResultMenu } from '../results/copy-result-menu.tsx';
import type { Run } from '../run/run-machine.ts';
import type { ResultSet } from '../run/run-output.ts';
import { useOpenSnippet } from '../use-open-snippet.ts';
import { type CardState, runButton } from './card-state.ts';
import { ParametersPopover } from './parameters-popover.tsx';
import classes from './query-card.module.css';

interface CardHeaderProps {
  projectRef: string;
  title: string;
  sql: string;
  card: CardState;
  run: Run | null;
  shown: ResultSet | null;
  isSqlShown: boolean;
  onShowSql: (isShown: boolean) => void;
  parameters: readonly QueryParameter[];
  values: Readonly<Record<string, string>>;
  onValues: (values: Record<string, string>) => void;
  chart: ChartConfig;
  onChart: ((chart: ChartConfig) => void) | undefined;
  showRunButton: boolean;
  mayWrite: boolean;
  onRun: () => void;
  onAsk: () => void;
  onCancel: () => void;
  actions: ReactNode;
}

/** The name of a card and everything that can be done with it. */
export function CardHeader(props: CardHeaderProps) {
  const { title, sql, card, run, shown, isSqlShown, parameters } = props;
  const fields = shown?.fields ?? null;
  const does = runButton(card, props);
  return (
    <header className={classes.header}>
      <h2 className={classes.title} title={title}>
        {title}
      </h2>
      <div className={classes.buttons}>
        <button
          type="button"
          className={bar.button}
          aria-expanded={isSqlShown}
          aria-label={isSqlShown ? 'Hide SQL' : 'Show SQL'}
          title={isSqlShown ? 'Hide SQL' : 'Show SQL'}
          onClick={() => props.onShowSql(!isSqlShown)}
        >
          <IconCode size={15} stroke={1.75} aria-hidden />
        </button>
        {parameters.length > 0 && (
          <ParametersPopover parameters={parameters} values={props.values} onApply={props.onValues} />
        )}
        {fields !== null && props.onChart !== undefined && (
          <ChartSettings
            fields={fields}
            config={props.chart}
            onChange={props.onChart}
            isIcon
            unchosen="Not chosen"
          />
        )}
        {run !== null && shown !== null && fields !== null && shown.rows.length > 0 && (
          <CopyResultMenu run={run} shown={shown} isIcon />
        )}
        <EditMenu projectRef={props.projectRef} title={title} sql={sql} />
        {does === 'cancel' && (
          <button
            type="button"
            className={bar.button}
            aria-label="Cancel the query"
            title="Cancel the query"
            onClick={props.onCancel}
          >
            <IconPlayerStopFilled size={14} aria-hidden />
          </button>
        )}
        {(does === 'run' || does === 'ask') && (
          <button
            type="button"
            className={bar.button}
            aria-label={card.phase === 'results' ? 'Refresh' : 'Run query'}
            title={card.phase === 'results' ? 'Refresh' : 'Run query'}
            disabled={sql.trim() === ''}
            onClick={does === 'run' ? props.onRun : props.onAsk}
          >
            {card.phase === 'results' ? (
              <IconRefresh size={15} stroke={1.75} aria-hidden />
            ) : (
              <IconPlayerPlayFilled size={14} aria-hidden />
            )}
          </button>
        )}
        {props.actions}
      </div>
    </header>
  );
}

interface EditMenuProps {
  projectRef: string;
  title: string;
  sql: string;
}

const LABEL = 'Edit in SQL Editor';

/** Takes the query to the SQL editor: into the one that is open, or into a new snippet. */
function EditMenu({ projectRef, title, sql }: EditMenuProps) {
  const editor = useOpenEditor();
  const openSnippet = useOpenSnippet(projectRef);
  const createSnippet = () => openSnippet(sql, title);
  const icon = <IconPencil size={15} stroke={1.75} aria-hidden />;
  if (editor === null)
    return (
      <button type="button" className={bar.button} aria-label={LABEL} title={LABEL} onClick={createSnippet}>
        {icon}
      </button>
    );
  return (
    <Dropdown label={LABEL} align="end" className={bar.button} trigger={icon}>
      {(close) => (
        <MenuList
          close={close}
          entries={[
            { label: 'Insert code', onChoose: () => editor.insert(sql) },
            { label: 'Replace code', onChoose: () => editor.replace(sql) },
            { label: 'Create new snippet', onChoose: createSnippet },
          ]}
        />
      )}
    </Dropdown>
  );
}
