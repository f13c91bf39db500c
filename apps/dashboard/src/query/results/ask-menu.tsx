import { IconSparkles } from '@tabler/icons-react';
import { askAssistant } from '../../lib/ask-assistant.ts';
import { Dropdown } from '../../ui/menus/dropdown.tsx';
import { MenuList } from '../../ui/menus/menu-list.tsx';
import bar from '../bar-button.module.css';
import type { RunState } from '../run/run-machine.ts';
import type { ResultSet } from '../run/run-output.ts';
import { explainQuestion, optimizeQuestion } from './ask-questions.ts';
import { planOfResult } from './plan-of-result.ts';

interface AskMenuProps {
  state: Exclude<RunState, { phase: 'idle' | 'asking' }>;
  shown: ResultSet | null;
}

/** What the assistant can say about a query that has run. */
export function AskMenu({ state, shown }: AskMenuProps) {
  const { sql } = state.run.request;
  const plan = shown === null ? null : planOfResult(shown);
  return (
    <Dropdown
      label="Ask about this query"
      align="end"
      className={bar.button}
      trigger={<IconSparkles size={15} stroke={1.75} aria-hidden />}
    >
      {(close) => (
        <MenuList
          close={close}
          entries={[
            {
              label: 'Explain',
              text: 'What this query does, step by step',
              onChoose: () => askAssistant(explainQuestion(sql)),
            },
            ...(plan === null
              ? []
              : [
                  {
                    label: 'Optimize with this plan',
                    text: 'How it could be faster, by what the plan says',
                    onChoose: () => askAssistant(optimizeQuestion(sql, plan)),
                  },
                ]),
          ]}
        />
      )}
    </Dropdown>
  );
}
