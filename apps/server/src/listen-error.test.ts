import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { whyNotListen } from './listen-error.ts';

describe('whyNotListen', () => {
  const holder = createServer();
  afterEach(() => holder.close());

  it('waits for a port that is given back, and leaves it free', async () => {
    await once(holder.listen(0, '127.0.0.1'), 'listening');
    const { port } = holder.address() as { port: number };
    const asked = whyNotListen('127.0.0.1', port, 'BASALT_PORT');
    holder.close();
    expect(await asked).toBeNull();
    expect(await whyNotListen('127.0.0.1', port, 'BASALT_PORT')).toBeNull();
  });

  it('names the variable of a port that stays taken', async () => {
    await once(holder.listen(0, '127.0.0.1'), 'listening');
    const { port } = holder.address() as { port: number };
    expect(await whyNotListen('127.0.0.1', port, 'BASALT_PORT')).toBe(
      `Port ${port} is in use by another program. Stop it, or set BASALT_PORT to another port.`,
    );
  });

  it('says at once that a host is not ours', async () => {
    expect(await whyNotListen('192.0.2.1', 8000, 'BASALT_PORT')).toMatch(/^BASALT_HOST is not an address/);
  });
});
