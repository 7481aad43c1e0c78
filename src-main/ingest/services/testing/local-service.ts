import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An outside service on this machine: a real HTTP server whose answers a test writes in the form that the service documents. */
export interface LocalService {
  readonly url: string
  /** Path and query of each request, in order, with its headers. */
  readonly asked: readonly { readonly url: URL; readonly headers: IncomingMessage['headers'] }[]
  stop(): Promise<void>
}

export interface LocalAnswer {
  readonly status?: number
  readonly body?: unknown
  /** Answers by its own means: never, with a redirect, with odd bytes. */
  readonly raw?: (response: ServerResponse) => void
}

export async function openLocalService(answer: (url: URL) => LocalAnswer): Promise<LocalService> {
  const asked: { url: URL; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service')
    asked.push({ url, headers: request.headers })
    const { status = 200, body, raw } = answer(url)
    if (raw !== undefined) return raw(response)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** What Sourcify's API v2 answers of a contract: its ABI where it is verified, and a 404 of the same form where it is not. */
export function sourcifyAnswer(url: URL, abi: unknown, match: 'match' | 'exact_match' | null): LocalAnswer {
  const [chainId, address] = url.pathname.split('/').slice(-2)
  const told = { match, creationMatch: match, runtimeMatch: match, chainId, address }
  return match === null ? { status: 404, body: told } : { body: { ...told, abi, matchId: '3266227', verifiedAt: '2024-07-24T12:00:00Z' } }
}
