import type { ReportCard } from '@basalt/contract';
import type { MenuEntry } from '../../../ui/menus/menu-list.tsx';

export type CardQuestion = 'query' | 'rename' | 'size';

interface CardMenuChoices {
  card: ReportCard;
  index: number;
  count: number;
  isFull: boolean;
  ask: (question: CardQuestion) => void;
  openInEditor: () => void;
  move: (to: number) => void;
  duplicate: () => void;
  remove: () => void;
}

/** What the owner of a report can do with a card. */
export function cardMenu(choices: CardMenuChoices): MenuEntry[] {
  const { card, index, count, isFull, ask, openInEditor, move, duplicate, remove } = choices;
  return [
    { label: 'Edit query', onChoose: () => ask('query') },
    { label: 'Rename', onChoose: () => ask('rename') },
    {
      label: card.source.kind === 'snippet' ? 'Open snippet' : 'Edit in SQL Editor',
      onChoose: openInEditor,
    },
    { label: 'Width and height', onChoose: () => ask('size') },
    {
      label: 'Move earlier',
      reason: index === 0 ? 'It is the first card.' : null,
      onChoose: () => move(index - 1),
    },
    {
      label: 'Move later',
      reason: index === count - 1 ? 'It is the last card.' : null,
      onChoose: () => move(index + 1),
    },
    { label: 'Duplicate', reason: isFull ? 'This report is full.' : null, onChoose: duplicate },
    { label: 'Remove', tone: 'danger', onChoose: remove },
  ];
}
