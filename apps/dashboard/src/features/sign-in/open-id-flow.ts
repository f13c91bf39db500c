const KEY = 'basalt:open-id';

/** A sign-in that went to the provider: what only this tab knows of it, and where to go afterwards. */
export interface OpenIdFlow {
  flow: string;
  next: string | null;
}

export function keepFlow(flow: OpenIdFlow): void {
  sessionStorage.setItem(KEY, JSON.stringify(flow));
}

/** What was kept, once; null: no sign-in began in this tab. */
export function takeFlow(): OpenIdFlow | null {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (kept === null) return null;
  try {
    const { flow, next } = JSON.parse(kept) as Partial<OpenIdFlow>;
    return typeof flow === 'string' ? { flow, next: typeof next === 'string' ? next : null } : null;
  } catch {
    return null;
  }
}
