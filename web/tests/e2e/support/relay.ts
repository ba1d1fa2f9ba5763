// A wire between a browser and a gateway that can be cut: what a tunnel, a lift or a dead access
// point does to a connection.
//
//   const wire = await relay(stack().urls[0]);     the browser goes to wire.url
//   wire.freeze();      nothing gets through and nothing is closed; what is sent meanwhile is lost
//   wire.restore();     connections from before are dead; new ones work
//   await wire.close();
import net from 'node:net';

export interface Relay {
  readonly url: string;
  freeze(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function relay(to: string): Promise<Relay> {
  const target = new URL(to);
  const sockets = new Set<net.Socket>();
  let frozen = false;
  const server = net.createServer((near) => {
    sockets.add(near);
    near.on('error', () => near.destroy());
    near.on('close', () => sockets.delete(near));
    if (frozen) return void near.pause();
    const far = net.connect(Number(target.port), target.hostname);
    far.on('error', () => near.destroy());
    near.on('data', (part) => frozen || far.write(part));
    far.on('data', (part) => frozen || near.write(part));
    near.on('close', () => far.destroy());
    far.on('close', () => frozen || near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    freeze: () => {
      frozen = true;
    },
    restore: () => {
      frozen = false;
      cut();
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
