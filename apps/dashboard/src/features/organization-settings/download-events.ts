import type { UsageEvent } from '@basalt/contract';
import { api } from '../../api/client.ts';
import { saveFile } from '../../lib/save-file.ts';

const PAGE = 1_000;

/** Saves all events of an organization as a JSON file, the newest first. */
export async function downloadEvents(slug: string): Promise<void> {
  const all: UsageEvent[] = [];
  for (let before: number | undefined; ; before = all.at(-1)?.id) {
    const { events } = await api.usageEvents.list({
      slug,
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    });
    all.push(...events);
    if (events.length < PAGE) break;
  }
  saveFile('usage-events.json', 'application/json', JSON.stringify(all, null, 2));
}
