import { ALERT_METRICS, type AlertEvent, type AlertMetric, type AlertRule } from '@basalt/contract';

/** `85.5 %`, `240 ms`: as precise as it is useful. */
export function inUnits(metric: AlertMetric, value: number): string {
  const { unit } = ALERT_METRICS[metric];
  return `${value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 })} ${unit}`;
}

/** `CPU above 80 % for 5 minutes` */
export function conditionText({
  metric,
  comparison,
  threshold,
  minutes,
}: Pick<AlertRule, 'metric' | 'comparison' | 'threshold' | 'minutes'>): string {
  return `${ALERT_METRICS[metric].label} ${comparison} ${inUnits(metric, threshold)} for ${minutesText(minutes)}`;
}

export function minutesText(minutes: number): string {
  return minutes === 1 ? '1 minute' : minutes === 60 ? '1 hour' : `${minutes} minutes`;
}

/** Whom a rule tells, in one line. */
export function targetText({ channel, mail_to, webhook_url }: AlertRule): string {
  if (channel === 'webhook')
    return webhook_url !== null && URL.canParse(webhook_url) ? new URL(webhook_url).host : 'Webhook';
  const [first = '', ...others] = mail_to;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** How long an event lasted, or has lasted until now (milliseconds since 1970). */
export function lastedText({ fired_at, resolved_at }: AlertEvent, now: number): string {
  const seconds = Math.max(
    0,
    ((resolved_at === null ? now : Date.parse(resolved_at)) - Date.parse(fired_at)) / 1_000,
  );
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.round(hours / 24)} days`;
}
