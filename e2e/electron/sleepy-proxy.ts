import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a node. `freeze` silences every open connection without closing it, as a machine's sleep does. Later connections work. */
export interface SleepyProxy {
  readonly url: string
  freeze(): void
  close(): Promise<void>
}

export async function startSleepyProxy(target: string): Promise<SleepyProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const node = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, node],
      [node, client],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => open.delete(from))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The proxy has no port')
  return {
    url: `http://127.0.0.1:${bound.port}`,
    freeze() {
      for (const socket of open) socket.unpipe().pause()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
