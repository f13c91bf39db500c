import { allowed } from './cors.ts';

// Can be called from the pages of other sites: the browser asks first, with the method OPTIONS.
Deno.serve((request) => {
  if (request.method === 'OPTIONS') return new Response('ok', { headers: allowed });
  return Response.json({ origin: request.headers.get('Origin') }, { headers: allowed });
});
