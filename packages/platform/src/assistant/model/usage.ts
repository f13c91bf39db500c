import type { AiUsage } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import { findProvider } from './choose-server.ts';

export interface Tokens {
  input: number;
  output: number;
}

/** Adds what an answer has used to what the organization used today (UTC). */
export async function recordUsage(
  db: Database,
  organizationId: number,
  { input, output }: Tokens,
): Promise<void> {
  if (input === 0 && output === 0) return;
  await db
    .insertInto('assistant_usage')
    .values({
      organization_id: organizationId,
      day: sql<Date>`(now() at time zone 'UTC')::date`,
      input_tokens: input,
      output_tokens: output,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day']).doUpdateSet((eb) => ({
        input_tokens: eb('assistant_usage.input_tokens', '+', input),
        output_tokens: eb('assistant_usage.output_tokens', '+', output),
      })),
    )
    .execute();
}

/** What an organization has used since the first of the month (UTC), and what it cost at the prices that it knows. */
export async function readUsage(db: Database, organizationId: number): Promise<AiUsage> {
  const provider = await findProvider(db, organizationId);
  const days = await db
    .selectFrom('assistant_usage')
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'input_tokens', 'output_tokens'])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', sql<Date>`date_trunc('month', now() at time zone 'UTC')::date`)
    .orderBy('day')
    .execute();
  const input_tokens = days.reduce((sum, day) => sum + day.input_tokens, 0);
  const output_tokens = days.reduce((sum, day) => sum + day.output_tokens, 0);
  const { input_price = null, output_price = null, monthly_token_cap = null } = provider ?? {};
  return {
    month: `${new Date().toISOString().slice(0, 7)}-01`,
    input_tokens,
    output_tokens,
    cost:
      input_price === null || output_price === null
        ? null
        : (input_tokens * input_price + output_tokens * output_price) / 1e6,
    monthly_token_cap,
    days,
  };
}

/** @throws PlatformError `rate_limited` when the organization has used what it may in this month */
export async function assertWithinCap(db: Database, organizationId: number): Promise<void> {
  const { monthly_token_cap: cap, input_tokens, output_tokens } = await readUsage(db, organizationId);
  if (cap !== null && input_tokens + output_tokens >= cap)
    throw new PlatformError(
      'rate_limited',
      `The organization has used the ${cap.toLocaleString('en')} tokens that it allows the assistant in a month. Raise the cap in its settings, or wait for the first of the next month.`,
    );
}
