import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { orpc } from '../api/client.ts';
import { useProject } from '../api/use-project.ts';
import classes from './failure-box.module.css';
import { mayBeSetting, suspectSetting } from './suspect-settings.ts';

/** Under an error of the database: that a stored setting may be the reason, and where it can be reset. */
export function SettingHint({ code }: { code: string | null }) {
  const { ref } = useParams({ strict: false });
  return ref === undefined || !mayBeSetting(code) || code === null ? null : (
    <Hint projectRef={ref} code={code} />
  );
}

function Hint({ projectRef: ref, code }: { projectRef: string; code: string }) {
  const { data: project } = useProject(ref);
  const { data: settings = [] } = useQuery({
    ...orpc.storedSettings.list.queryOptions({ input: { ref } }),
    enabled: project?.abilities.run_sql === true,
    // Stored a moment ago, perhaps.
    staleTime: 0,
    retry: false,
  });
  const suspect = suspectSetting(code, settings);
  if (suspect === null) return null;
  return (
    <p className={classes.hint}>
      The setting <code>{suspect.name}</code>, stored for the{' '}
      {suspect.role === null ? 'database' : `role ${suspect.role}`}, may be the reason.{' '}
      <Link to="/project/$ref/settings/database" params={{ ref }} hash="stored-settings">
        Stored settings
      </Link>
    </p>
  );
}
