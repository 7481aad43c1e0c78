import { createServer } from 'node:net'

/** Ports tried after the wanted one. */
const TRIED = 20

export function isPortFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}

/** The wanted port, else the next free one; 0, which means any port, if none of them is free. */
export async function findFreePort(host: string, wanted: number): Promise<number> {
  for (let port = wanted; port <= wanted + TRIED; port++) if (await isPortFree(host, port)) return port
  return 0
}
