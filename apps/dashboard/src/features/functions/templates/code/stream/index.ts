// Sends one event each second, five in all, while the connection is open.
Deno.serve(() => {
  let timer: number | undefined;
  const events = new ReadableStream({
    start(controller) {
      let count = 0;
      timer = setInterval(() => {
        count += 1;
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ count })}\n\n`));
        if (count < 5) return;
        clearInterval(timer);
        controller.close();
      }, 1000);
    },
    cancel: () => clearInterval(timer),
  });
  return new Response(events, { headers: { 'Content-Type': 'text/event-stream' } });
});
