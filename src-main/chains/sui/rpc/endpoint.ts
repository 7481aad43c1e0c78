/**
 * An endpoint of the settings, with its protocol. A GraphQL endpoint is recognised by its path or host name
 * (`https://graphql.mainnet.sui.io/graphql`). Any other is gRPC, over TLS for https and plain HTTP/2 for http. A provider's key:
 * `https://:TOKEN@host` is sent as a Bearer token, `https://host?x-api-key=KEY` as that header.
 */
export interface SuiEndpoint {
  readonly protocol: 'grpc' | 'graphql'
  /** Host and port, for messages. */
  readonly host: string
  readonly secure: boolean
  /** Without keys. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const HEADER_NAME = /^[a-z0-9][a-z0-9_.-]*$/i

export function parseSuiEndpoint(text: string): SuiEndpoint {
  const url = new URL(text)
  const secure = url.protocol === 'https:'
  const protocol = /graphql/i.test(url.pathname) || /^graphql\./i.test(url.hostname) ? 'graphql' : 'grpc'
  const headers: Record<string, string> = {}
  const token = decodeURIComponent(url.password === '' ? url.username : url.password)
  if (token !== '') headers['authorization'] = `Bearer ${token}`
  for (const [name, value] of url.searchParams) if (HEADER_NAME.test(name)) headers[name.toLowerCase()] = value
  const port = url.port === '' ? (secure ? '443' : '80') : url.port
  return { protocol, host: `${url.hostname}:${port}`, secure, url: `${url.protocol}//${url.host}${url.pathname}`, headers }
}

/** Tells endpoints with different keys apart. It contains the key, so it is only hashed. */
export const identity = ({ url, headers }: SuiEndpoint): string => `${url}?${new URLSearchParams(headers).toString()}`
