import postgres from 'npm:postgres@3';

// Runs SQL in the database of this project, past row level security. Let a scheduled job call it with the service_role key.
Deno.serve(async () => {
  const sql = postgres(Deno.env.get('SUPABASE_DB_URL')!, { max: 1 });
  try {
    const [row] = await sql`select now() as at, pg_size_pretty(pg_database_size(current_database())) as size`;
    return Response.json(row);
  } finally {
    await sql.end();
  }
});
