import { Button } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../ui/pages/section.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { FindingRow } from './finding-row.tsx';
import { countLevels, type FindingGroup, LEVEL_LABELS } from './group-findings.ts';
import classes from './group-section.module.css';
import type { Fix } from './use-fix.tsx';

/** So many are drawn at first, and so many more at a time. */
const FIRST = 10;
const STEP = 100;

interface GroupSectionProps {
  projectRef: string;
  group: FindingGroup;
  /** There are more than the server tells of. */
  isCut: boolean;
  fix: Fix;
  onChanged: () => Promise<unknown>;
}

/** What one check found, what it means, and what to do about it. */
export function GroupSection({ projectRef, group, isCut, fix, onChanged }: GroupSectionProps) {
  const [room, setRoom] = useState(FIRST);
  const { title, level, description, remediation, findings } = group;
  const rest = findings.length - room;
  return (
    <Section
      title={title}
      description={description}
      actions={<Tag tone={LEVEL_LABELS[level].tone}>{countLevels(findings)}</Tag>}
    >
      <p className={classes.advice}>{remediation}</p>
      <ul className={classes.findings} aria-label={title}>
        {findings.slice(0, room).map((finding) => (
          <FindingRow
            key={finding.cache_key}
            projectRef={projectRef}
            finding={finding}
            fix={fix}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {rest > 0 && (
        <div className={classes.more}>
          <Button size="xs" onClick={() => setRoom(room + STEP)}>
            Show {Math.min(rest, STEP)} more
          </Button>
        </div>
      )}
      {isCut && <p className={classes.cut}>There are more. They are shown when some of these are gone.</p>}
    </Section>
  );
}
