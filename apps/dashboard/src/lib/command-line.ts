/** What the public command line needs to know to reach this installation instead of the hosted service. */
export function commandLineSetup(origin: string): string {
  const profile = {
    name: 'basalt',
    api_url: origin,
    dashboard_url: origin,
    project_host: new URL(origin).hostname,
  };
  return `cat > basalt.json <<'END'
${JSON.stringify(profile)}
END
export SUPABASE_PROFILE="$PWD/basalt.json"
export SUPABASE_ACCESS_TOKEN=sbp_…`;
}

/** Writes a first function and deploys it with the public command line. */
export function deployCommands(ref: string, slug: string): string {
  return `mkdir -p supabase/functions/${slug}
cat > supabase/functions/${slug}/index.ts <<'END'
Deno.serve(() => Response.json({ message: 'Hello' }));
END
supabase functions deploy ${slug} --use-api --project-ref ${ref}`;
}

/** Brings what is deployed into a folder of one's own. */
export function downloadCommand(ref: string, slug: string): string {
  return `supabase functions download ${slug} --use-api --project-ref ${ref}`;
}

/** Begins a folder of functions and writes a first one, which answers as it is. */
export function newFunctionCommands(slug: string): string {
  return `supabase init
supabase functions new ${slug}`;
}
