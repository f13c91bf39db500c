import type { DatabaseReport } from '@basalt/contract';
import { Section } from '../../ui/pages/section.tsx';
import { Gauge } from './gauge.tsx';
import { judgeHits, percent } from './report-judgement.ts';
import classes from './sections.module.css';

/** How often the database finds in memory what it reads. */
export function CacheSection({ hits }: { hits: DatabaseReport['cache_hit'] }) {
  return (
    <Section
      title="Cache hit rate"
      description="How many reads found their page in memory instead of on disk."
    >
      <div className={classes.stack}>
        <div className={classes.pair}>
          <Rate label="Tables" share={hits.tables} />
          <Rate label="Indexes" share={hits.indexes} />
        </div>
        <p className={classes.text}>
          99 % or more is good. Less means that the database waits for the disk: indexes that fit the queries
          help, and so does more memory. A young or rarely used database has low numbers that mean nothing.
        </p>
      </div>
    </Section>
  );
}

function Rate({ label, share }: { label: string; share: number | null }) {
  return (
    <Gauge
      label={label}
      value={share === null ? '–' : percent(share)}
      {...(share === null ? { note: 'Nothing was read yet' } : {})}
      share={share}
      tone={judgeHits(share)}
    />
  );
}
