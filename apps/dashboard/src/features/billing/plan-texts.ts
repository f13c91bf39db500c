import type { Plan, Subscription } from '@basalt/contract';

export const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  free: 'Free',
  pro: 'Pro',
  team: 'Team',
  enterprise: 'Enterprise',
};

/** What a plan gives, a sentence each. */
export function planSentences(plan: Subscription['plans'][number]): string[] {
  const { backup_retention_days: days, has_branching, restore_window_days, limits_projects } = plan;
  return [
    limits_projects
      ? 'Active projects count against the limit of its owners and administrators'
      : 'As many active projects as the machine holds',
    `Scheduled backups of ${days} days`,
    has_branching ? 'Branches' : 'No branches',
    restore_window_days === null
      ? 'Paused projects can always be restored'
      : `Paused projects can be restored for ${restore_window_days} days`,
  ];
}
