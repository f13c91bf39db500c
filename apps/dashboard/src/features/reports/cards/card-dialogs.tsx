import type { ReportCard } from '@basalt/contract';
import { NameDialog } from '../actions/name-dialog.tsx';
import type { CardQuestion } from './card-menu.ts';
import { CardSizeDialog } from './card-size-dialog.tsx';
import { EditCardDialog } from './edit-card-dialog.tsx';
import { useCardSql } from './use-card-sql.ts';

interface CardDialogsProps {
  projectRef: string;
  card: ReportCard;
  asked: CardQuestion | null;
  onClose: () => void;
  onChange: (changes: Partial<ReportCard>) => void;
}

/** The questions behind a card's menu. */
export function CardDialogs({ projectRef, card, asked, onClose, onChange }: CardDialogsProps) {
  const { sql } = useCardSql(projectRef, card.source, asked === 'query');
  if (asked === 'rename') {
    return (
      <NameDialog
        title="Rename card"
        name={card.name}
        submitLabel="Save"
        onSubmit={(name) => onChange({ name })}
        onClose={onClose}
      />
    );
  }
  if (asked === 'size') {
    return <CardSizeDialog card={card} onSubmit={(size) => onChange(size)} onClose={onClose} />;
  }
  if (asked !== 'query') return null;
  return (
    <EditCardDialog
      // The text of a snippet may come after the dialog; the field reads it once.
      key={sql === null ? 'waiting' : 'ready'}
      title="Edit query"
      name={card.name}
      sql={sql ?? ''}
      note={
        card.source.kind === 'snippet'
          ? 'This card shows a snippet. Once you change the query here, the card has its own; the snippet stays as it is.'
          : undefined
      }
      submitLabel="Save"
      onClose={onClose}
      onSubmit={(name, next) =>
        onChange(next === sql ? { name } : { name, source: { kind: 'sql', sql: next } })
      }
    />
  );
}
