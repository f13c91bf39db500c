import type { SelectItem } from '../../request/read-plan.ts';

/** Whether rows of this level are grouped: by an aggregate of its own, or by one of an embed that is spread into it. */
export function hasAggregates(items: readonly SelectItem[]): boolean {
  return items.some((item) => {
    if (item.kind === 'count') return true;
    if (item.kind === 'field') return item.aggregate !== null;
    return item.kind === 'embed' && item.spread && hasAggregates(item.level.select);
  });
}
