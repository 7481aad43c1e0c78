import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { UserFault } from '../lib/app-error.ts'

export interface Listening {
  readonly port: number
  /** How this machine reaches the service: host and port. */
  readonly address: string
}

const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1', localhost: '127.0.0.1' }

/** @throws UserFault when the port is taken or may not be used. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<Listening> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new UserFault(`Port ${port} is in use; choose another with --port, or 0 for any free one.`, 1, { cause: error })
    if (syscall === 'getaddrinfo')
      throw new UserFault(`"${host}" is not an address of this machine; use one, such as 127.0.0.1.`, 1, { cause: error })
    if (syscall === 'listen') throw new UserFault(`Listening on ${host} port ${port} is not permitted.`, 1, { cause: error })
    throw error
  }
  const bound = (app.server.address() as AddressInfo).port
  const name = ANY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host)
  return { port: bound, address: `${name}:${bound}` }
}
