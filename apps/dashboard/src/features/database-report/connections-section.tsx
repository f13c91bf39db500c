import type { DatabaseReport } from '@basalt/contract';
import { Section } from '../../ui/pages/section.tsx';
import { Bars } from './bars.tsx';
import { Gauge } from './gauge.tsx';
import { judgeConnections } from './report-judgement.ts';
import classes from './sections.module.css';

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
