import type { UsageFigure } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import { getMembership } from '../organizations/store.ts';
import { type Delivery, type DeliveryDependencies, sendMail } from './deliver.ts';

/** A share of a budget that was reached. */
export interface BudgetWarning {
  organization: { slug: string; name: string };
  figure: UsageFigure;
  amount: number;
  share: number;
  value: number;
  /** `2026-01-01` */
  period: string;
}

/** Tells a member, once. Never throws. */
export function deliverWarning(
  dependencies: DeliveryDependencies,
  warning: BudgetWarning,
  target: string,
): Promise<Delivery> {
  const { organization, share, figure } = warning;
  return sendMail(dependencies, {
    to: target,
    subject: `Budget: ${share} % of ${LABELS[figure]} used (${organization.name})`,
    text: `${textOf(warning)}\n\n${dependencies.settings.dashboardUrl}/org/${organization.slug}/usage\n`,
    mayKnow: () => isMember(dependencies.db, target, organization.slug),
    denied: 'Nobody with this address is a member of the organization any more.',
  });
}

const LABELS: Readonly<Record<UsageFigure, string>> = {
  requests: 'API requests',
  egress_bytes: 'egress',
  database_bytes: 'database size',
  storage_bytes: 'storage size',
  function_invocations: 'function invocations',
  realtime_messages: 'realtime messages',
  realtime_peak_connections: 'realtime connections',
  active_users: 'monthly active users',
};

function textOf({ organization, figure, amount, share, value, period }: BudgetWarning): string {
  const of = (number: number) => amountWords(figure, number);
  return `The projects of ${organization.name} have reached ${share} % of the budget for ${LABELS[figure]} in the month that began on ${period}: ${of(value)} of ${of(amount)}. Nothing stops because of it.`;
}

function amountWords(figure: UsageFigure, value: number): string {
  if (!figure.endsWith('_bytes')) return Math.round(value).toLocaleString('en');
  return `${(value / 1_024 ** 3).toLocaleString('en', { maximumFractionDigits: 3 })} GB`;
}

/** Whether the owner of an address can open the organization. */
async function isMember(db: DeliveryDependencies['db'], email: string, slug: string): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  if (account === undefined) return false;
  try {
    await getMembership(db, { accountId: account.id, credential: { limit: null } }, slug);
    return true;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
}
