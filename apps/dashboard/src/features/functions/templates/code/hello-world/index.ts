// Answers with a greeting. Call it with a body such as {"name": "Ada"}.
Deno.serve(async (request) => {
  const { name = 'world' } = await request.json().catch(() => ({}));
  return Response.json({ message: `Hello, ${name}` });
});
