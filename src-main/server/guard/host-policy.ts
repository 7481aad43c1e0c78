import { isIP } from 'node:net'

/**
 * Which Host headers name this service, and which web origins may call it. A page that rebinds its own name to
 * 127.0.0.1 sends that name as Host, so names are refused unless they are loopback or on the owner's list.
 */
export interface HostPolicy {
  allowsHost(host: string | undefined): boolean
  /** Browsers always send an origin for a page of another site, so a request without one is allowed. */
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean
  /** Whether the service listens beyond this machine. The key is then needed even for the page. */
  readonly open: boolean
}

export interface HostPolicyOptions {
  readonly host: string
  /** With port 0, known only after listening. */
  readonly port: () => number
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1'])
const HTTP_PORT = 80

function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.has(host) || (isIP(host) === 4 && host.startsWith('127.'))
}

interface NamedHost {
  readonly name: string
  readonly port: number | null
}

/** `name`, `name:port`, `[::1]:port`; null for anything else. */
function parseHost(text: string): NamedHost | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:/\s@[\]]+))(?::(\d{1,5}))?$/i.exec(text)
  const name = match?.[1] ?? match?.[2]
  if (match === null || name === undefined) return null
  return { name: name.toLowerCase(), port: match[3] === undefined ? null : Number(match[3]) }
}

export function createHostPolicy(options: HostPolicyOptions): HostPolicy {
  const open = !isLoopback(options.host)
  const listed = options.allowedHosts.map(parseHost).filter((host) => host !== null)
  const origins = new Set(options.allowedOrigins)

  /** Memoized, because clients repeat the same header. The port is bound before the first header arrives. */
  let lastAllowed: string | undefined

  const allowsHost = (header: string | undefined): boolean => {
    if (header === undefined) return false
    if (header === lastAllowed) return true
    if (!isAllowed(header)) return false
    lastAllowed = header
    return true
  }

  const isAllowed = (header: string): boolean => {
    const named = parseHost(header)
    if (named === null) return false
    if (listed.some((row) => row.name === named.name && (row.port === null || row.port === (named.port ?? HTTP_PORT)))) return true
    if ((named.port ?? HTTP_PORT) !== options.port()) return false
    // DNS rebinding needs a name, so beyond loopback any IP address with the service's own port is allowed.
    return isLoopback(named.name) || (open && isIP(named.name) !== 0)
  }

  return {
    open,
    allowsHost,
    allowsOrigin(origin, host) {
      if (origin === undefined || origins.has(origin)) return true
      if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return true
      return origin.startsWith('http://') && allowsHost(origin.slice('http://'.length)) && isLoopbackOrigin(origin)
    },
  }
}

/** A page opened as localhost may call 127.0.0.1. Both are this service, because allowsHost checked the port. */
function isLoopbackOrigin(origin: string): boolean {
  const named = parseHost(origin.slice('http://'.length))
  return named !== null && isLoopback(named.name)
}
