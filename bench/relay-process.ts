// Passes bytes on between two sockets and does nothing else: what one more process of Node between client and server costs by itself.
import { type AddressInfo, connect, createServer } from 'node:net';

const [host = '', port = ''] = process.argv.slice(2);
const server = createServer((client) => {
  const database = connect(Number(port), host).setNoDelay(true);
  client.setNoDelay(true).pipe(database).pipe(client);
  client.on('error', () => database.destroy());
  database.on('error', () => client.destroy());
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
