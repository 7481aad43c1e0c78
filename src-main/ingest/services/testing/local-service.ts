import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real HTTP server on this machine in place of a service. The test writes answers as the service documents them. */
export interface LocalService {
  readonly url: string
  /** Path, query and headers of each request, in order. */
  readonly requests: readonly { readonly url: URL; readonly headers: IncomingMessage['headers'] }[]
  stop(): Promise<void>
}

export interface LocalAnswer {
  readonly status?: number
  readonly body?: unknown
  /** Writes the response itself, to send nothing, a redirect or invalid bytes. */
  readonly raw?: (response: ServerResponse) => void
}

export async function openLocalService(answer: (url: URL) => LocalAnswer): Promise<LocalService> {
  const requests: { url: URL; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service')
    requests.push({ url, headers: request.headers })
    const { status = 200, body, raw } = answer(url)
    if (raw !== undefined) return raw(response)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The answer of Sourcify's API v2 about a contract: its ABI when it is verified, else a 404 of the same form. */
export function sourcifyAnswer(url: URL, abi: unknown, match: 'match' | 'exact_match' | null): LocalAnswer {
  const [chainId, address] = url.pathname.split('/').slice(-2)
  const body = { match, creationMatch: match, runtimeMatch: match, chainId, address }
  return match === null ? { status: 404, body } : { body: { ...body, abi, matchId: '3266227', verifiedAt: '2024-07-24T12:00:00Z' } }
}
