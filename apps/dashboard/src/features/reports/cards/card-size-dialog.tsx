import '../../../theme/dialog.ts';
import type { ReportCard } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import form from '../../../ui/form.module.css';
import { CARD_LIMITS } from '../content/report-content.ts';
import { type CardSize, WIDTH_CHOICES } from './card-size.ts';
import classes from './card-size-dialog.module.css';

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
export function CardSizeDialog({ card, onSubmit, onClose }: CardSizeDialogProps) {
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
