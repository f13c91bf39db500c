import '../../../theme/dialog.ts';
import type { ReportCard } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import form from '../../../ui/form.module.css';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { CARD_LIMITS } from '../content/report-content.ts';
import classes from './card-dialogs.module.css';
import type { CardQuestion } from './card-menu.ts';
import { type CardSize, WIDTH_CHOICES } from './card-size.ts';
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

interface CardSizeDialogProps {
  card: ReportCard;
  onSubmit: (size: CardSize) => void;
  onClose: () => void;
}

const { min, max } = CARD_LIMITS.height;
const HEIGHTS = Array.from({ length: max - min + 1 }, (_, i) => ({
  value: String(min + i),
  label: `${min + i} rows`,
}));

/** Asks how wide and how high a card is. */
function CardSizeDialog({ card, onSubmit, onClose }: CardSizeDialogProps) {
  const [size, setSize] = useState<CardSize>({ width: card.width, height: card.height });
  const hasName = WIDTH_CHOICES.some(({ value }) => value === card.width);
  const widths = [
    ...WIDTH_CHOICES.map(({ value, label }) => ({ value: String(value), label })),
    ...(hasName ? [] : [{ value: String(card.width), label: `${card.width} of 12 columns` }]),
  ];
  return (
    <Modal opened onClose={onClose} title="Width and height" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(size);
        }}
      >
        <div className={classes.fields}>
          <ChoiceField
            label="Width"
            options={widths}
            value={String(size.width)}
            onChange={(value) => setSize({ ...size, width: Number(value) })}
          />
          <ChoiceField
            label="Height"
            options={HEIGHTS}
            value={String(size.height)}
            onChange={(value) => setSize({ ...size, height: Number(value) })}
          />
        </div>
        <p className={classes.hint}>On narrow screens every card takes the full width.</p>
        <div className={form.foot}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled">
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
