import type { ReportCard } from '@basalt/contract';
import { type CSSProperties, useRef } from 'react';
import grid from './card-grid.module.css';
import type { ReportView } from './card-view.ts';
import { ReportCardView } from './report-card-view.tsx';

/** The cards of a report as those see them who cannot change it. */
export function ReadOnlyGrid({ content, ...view }: ReportView) {
  return (
    <div className={grid.frame}>
      <ul className={grid.grid} aria-label="Cards">
        {content.cards.map((card) => (
          <Slot key={card.id} {...view} card={card} />
        ))}
      </ul>
    </div>
  );
}

function Slot({ card, ...view }: Omit<ReportView, 'content'> & { card: ReportCard }) {
  const slot = useRef<HTMLLIElement>(null);
  return (
    <li ref={slot} className={grid.slot} style={cardSize(card)}>
      <ReportCardView {...view} card={card} slot={slot} />
    </li>
  );
}

/** A card's size for the style sheet of the grid. */
export function cardSize({ width, height }: Pick<ReportCard, 'width' | 'height'>): CSSProperties {
  return { '--columns': width, '--rows': height } as CSSProperties;
}
