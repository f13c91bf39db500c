type AppMetadata = Readonly<Record<string, unknown>> | null;

/** The `app_metadata` of a user who can sign in by one more provider. The first one stays the main one. */
export function withProvider(metadata: AppMetadata, provider: string): Record<string, unknown> {
  const known = providersOf(metadata);
  const providers = known.includes(provider) ? known : [...known, provider];
  return { ...metadata, provider: metadata?.provider ?? providers[0], providers };
}

/** The same of a user who can no longer sign in by one. */
export function withoutProvider(metadata: AppMetadata, provider: string): Record<string, unknown> {
  const providers = providersOf(metadata).filter((known) => known !== provider);
  const main = metadata?.provider === provider ? providers[0] : metadata?.provider;
  return { ...metadata, provider: main, providers };
}

function providersOf(metadata: AppMetadata): unknown[] {
  return Array.isArray(metadata?.providers) ? metadata.providers : [];
}
