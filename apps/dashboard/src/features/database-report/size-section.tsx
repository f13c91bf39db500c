import type { DatabaseReport } from '@basalt/contract';
import { byteSize } from '../../lib/byte-size.ts';
import { Section } from '../../ui/pages/section.tsx';
import { Bars } from './bars.tsx';
import { Gauge } from './gauge.tsx';
import classes from './sections.module.css';

const count = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** What the database takes on disk, and which tables take most of it. */
export function SizeSection({ size: { database, largest } }: { size: DatabaseReport['size'] }) {
  const listed = largest.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Section title="Size" description="Tables with their indexes. Row counts are what the planner estimates.">
      <div className={classes.stack}>
        <Gauge
          label="Database"
          value={byteSize(database)}
          {...(largest.length === 0 ? {} : { note: `${byteSize(listed)} of it in the tables below` })}
          share={database === 0 ? null : listed / database}
          tone="plain"
        />
        {largest.length === 0 ? (
          <p className={classes.text}>No tables of your own yet.</p>
        ) : (
          <Bars
            label="Largest tables"
            bars={largest.map(({ schema, name, bytes, rows_estimate }) => ({
              key: `${schema}.${name}`,
              name: schema === 'public' ? name : `${schema}.${name}`,
              size: bytes,
              value: byteSize(bytes),
              // A table that was never analysed has an estimate below zero.
              note: rows_estimate < 0 ? 'rows not known' : `${count.format(rows_estimate)} rows`,
            }))}
          />
        )}
      </div>
    </Section>
  );
}
