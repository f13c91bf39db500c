// Holds a connection open and sends back what it hears. Browsers cannot send a token with a WebSocket: check who it is yourself.
Deno.serve((request) => {
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
    return new Response('Connect with a WebSocket.', { status: 426 });
  const { socket, response } = Deno.upgradeWebSocket(request);
  socket.onopen = () => socket.send('Connected');
  socket.onmessage = ({ data }) => socket.send(`You said: ${data}`);
  return response;
});
