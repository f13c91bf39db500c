import type { DatabaseReport } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';
import { Section } from '../../ui/pages/section.tsx';
import { Bars, Gauge } from './gauges.tsx';
import { judgeConnections, judgeHits, percent } from './report-judgement.ts';
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

/** Who is connected, and how many more could be. */
export function ConnectionsSection({ connections }: { connections: DatabaseReport['connections'] }) {
  const { used, max, by_user } = connections;
  const users = by_user.map((one) => ({ ...one, all: one.active + one.idle })).sort((a, b) => b.all - a.all);
  return (
    <Section
      title="Connections"
      description="Each one takes memory. When all are taken, new clients are refused."
    >
      <div className={classes.stack}>
        <Gauge
          label="In use"
          value={used}
          note={`of ${max}`}
          share={max === 0 ? null : used / max}
          tone={judgeConnections(connections)}
        />
        {users.length === 0 ? (
          <p className={classes.text}>Nobody is connected at this moment.</p>
        ) : (
          <Bars
            label="Connections by user"
            most={Math.max(1, ...users.map(({ all }) => all))}
            bars={users.map(({ user, active, idle, all }) => ({
              key: user,
              name: user,
              size: all,
              value: all,
              note: `${active} active, ${idle} idle`,
            }))}
          />
        )}
      </div>
    </Section>
  );
}

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
