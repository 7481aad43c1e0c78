import { openSocket, type FrameSocket, type SocketOptions } from '../../../src-main/server/testing/frame-socket.ts'
import { fail, assertThat, skip } from './assertions.ts'
import { sendRequest, type Answer, type RequestOptions } from '../../../src-main/server/testing/http-client.ts'

/** The networks of the public contract. */
export const NETWORKS = ['sol', 'eth', 'base', 'bsc', 'sui'] as const
export type Network = (typeof NETWORKS)[number]
export const FULL_NETWORKS: readonly Network[] = ['sol', 'sui']

/** Filter values for which the server has trades. */
export interface StoredTrades {
  readonly network: Network
  readonly token: string
  readonly pool: string | null
  readonly signer: string
}

export interface SubjectOptions {
  /** `http://127.0.0.1:4690` */
  readonly url: string
  readonly key: string
  /** Tokens to test, preferred to the tokens that the server lists. */
  readonly tokens?: Readonly<Partial<Record<Network, string>>>
  /** Whether the suite may store small tokens, a snapshot and its own key, which it revokes at the end. */
  readonly mayWrite: boolean
  /** Whether the suite may start its own nodes and services. */
  readonly mayPlay?: boolean
}

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
const evmAddress = (digit: string): string => `0x${digit.repeat(40)}`
const suiAddress = (digit: string): string => `0x${digit.repeat(64)}`

/** Well-formed addresses without a token on any chain. */
export const UNREAD_TOKENS: Readonly<Record<Network, string>> = {
  sol: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  eth: evmAddress('f'),
  base: evmAddress('f'),
  bsc: evmAddress('f'),
  sui: `${suiAddress('f')}::unread::UNREAD`,
}

/** A holder map in the import format: two linked holders and a pool. */
function holderMap(network: Network): object {
  const address = network === 'sui' ? suiAddress : evmAddress
  return {
    chain: network,
    token_address: network === 'sui' ? `${suiAddress('c')}::coin::COIN` : evmAddress('c'),
    dt_update: '2025-04-24T10:00:00',
    full_name: 'Conformance',
    symbol: 'CONF',
    nodes: [
      { address: address('1'), amount: 500.5, percentage: 50.05 },
      { address: address('2'), amount: 300, percentage: 30 },
      { address: address('3'), amount: 199.5, percentage: 19.95, is_contract: true, name: 'Pool' },
    ],
    links: [{ source: 0, target: 1, forward: 5, backward: 0 }],
  }
}

/** The server under test, accessed over the wire only. */
export class Subject {
  readonly url: string
  readonly ws: string
  readonly key: string
  readonly mayWrite: boolean
  readonly mayPlay: boolean
  readonly #tokens = new Map<Network, string>()
  readonly #answers = new Map<string, Promise<Answer>>()
  #reader: { readonly id: string; readonly key: string } | null = null
  #traded: StoredTrades | null = null

  private constructor({ url, key, mayWrite, mayPlay = false }: SubjectOptions) {
    this.mayPlay = mayPlay
    this.url = url.replace(/\/+$/, '')
    this.ws = `${this.url.replace(/^http/, 'ws')}/`
    this.key = key
    this.mayWrite = mayWrite
  }

  /** @throws Error when the server is unreachable */
  static async connect(options: SubjectOptions): Promise<Subject> {
    const subject = new Subject(options)
    if (options.mayWrite) {
      await subject.#importTokens()
      await subject.#createReaderKey()
    }
    for (const [network, token] of Object.entries(options.tokens ?? {})) subject.#tokens.set(network as Network, token)
    await subject.#discoverTrades()
    return subject
  }

  /** Revokes the key that the suite created. */
  async close(): Promise<void> {
    if (this.#reader !== null) await this.request(`/local/v1/keys/${this.#reader.id}`, { method: 'DELETE' })
  }

  /** Sends a request with the owner's key, unless the headers override it. */
  request(path: string, { headers, ...options }: RequestOptions = {}): Promise<Answer> {
    return sendRequest(this.url, path, { ...options, headers: { 'x-api-key': this.key, ...headers } })
  }

  requestWithoutKey(path: string, options: RequestOptions = {}): Promise<Answer> {
    return sendRequest(this.url, path, options)
  }

  /** A GET whose response is cached for the run. */
  get(path: string): Promise<Answer> {
    const answer = this.#answers.get(path) ?? this.request(path)
    this.#answers.set(path, answer)
    return answer
  }

  /** The JSON body of a GET that must return 200. */
  async json<T>(path: string): Promise<T> {
    const { status, body } = await this.get(path)
    assertThat(status === 200, `${path} should return 200, but returned ${status} ${body.toString('utf8').slice(0, 200)}`)
    return JSON.parse(body.toString('utf8')) as T
  }

  post(path: string, body: unknown, key = this.key): Promise<Answer> {
    return this.request(path, { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' }, body: JSON.stringify(body) })
  }

  token(network: Network): string {
    return this.#tokens.get(network) ?? skip(`the server has no token on ${network}`)
  }

  /** One token of the server per network. */
  tokensOn(networks: readonly Network[]): { readonly network: Network; readonly token: string }[] {
    const found = networks.flatMap((network) => {
      const token = this.#tokens.get(network)
      return token === undefined ? [] : [{ network, token }]
    })
    return found.length > 0 ? found : skip(`the server has no token on ${networks.join(', ')}`)
  }

  get traded(): StoredTrades {
    return this.#traded ?? skip('the server has no trades')
  }

  /** A key with the read permission only, without the firehose. */
  get readerKey(): string {
    return this.#reader?.key ?? skip('the suite may not create keys here')
  }

  /** Opens a socket and consumes its `ready` frame. */
  async socket(options: SocketOptions = {}): Promise<FrameSocket> {
    const socket = await openSocket(this.ws, { key: this.key, ...options })
    const ready = await socket.next()
    if (ready['op'] !== 'ready') fail(`the first frame should be ready, but is ${JSON.stringify(ready).slice(0, 200)}`)
    return socket
  }

  async #importTokens(): Promise<void> {
    const present = await this.#listTokens()
    for (const network of NETWORKS) {
      if (network === 'sol' || present.some((token) => token.network === network)) continue
      const { status, body } = await this.post(`/local/v1/imports?network=${network}&name=conformance.json`, holderMap(network))
      if (status !== 200) throw new Error(`The import of the holder map for ${network} failed: ${status} ${body.toString('utf8').slice(0, 200)}`)
    }
  }

  async #createReaderKey(): Promise<void> {
    const { status, body } = await this.post('/local/v1/keys', { name: 'conformance reader', permissions: ['read'] })
    if (status !== 201) throw new Error(`Creating a key failed: ${status} ${body.toString('utf8').slice(0, 200)}`)
    this.#reader = JSON.parse(body.toString('utf8')) as { id: string; key: string }
  }

  async #listTokens(): Promise<{ network: Network; address: string }[]> {
    const { status, body } = await this.request('/local/v1/tokens?limit=200')
    return status === 200 ? (JSON.parse(body.toString('utf8')) as { tokens: { network: Network; address: string }[] }).tokens : []
  }

  async #discoverTrades(): Promise<void> {
    const listed = await this.#listTokens()
    for (const { network, address } of listed) if (!this.#tokens.has(network)) this.#tokens.set(network, address)
    const candidates = [...[...this.#tokens].map(([network, address]) => ({ network, address })), { network: 'sol' as const, address: WRAPPED_SOL }]
    for (const { network, address } of candidates) {
      const { status, body } = await this.request(`/dex/v1/${network}/trades?token=${encodeURIComponent(address)}&limit=200`)
      if (status !== 200) continue
      const { trades } = JSON.parse(body.toString('utf8')) as { trades: { pool_address: string | null; signer: string }[] }
      const [first] = trades
      if (first === undefined || trades.length < 3) continue
      this.#traded = {
        network,
        token: address,
        pool: trades.find((trade) => trade.pool_address !== null)?.pool_address ?? null,
        signer: first.signer,
      }
      return
    }
  }
}

/** Path of a request for one token. */
export const tokenPath = (base: string, network: Network, token: string, rest = ''): string =>
  `${base}/${network}/${encodeURIComponent(token)}${rest}`
export const metricsPath = (network: Network, token: string, rest = ''): string => tokenPath('/dex-metrics/v1', network, token, rest)
export const solOverview = (subject: Subject): string => metricsPath('sol', subject.token('sol'))
export const atlasPath = (network: Network, token: string, rest: string): string => tokenPath('/atlas/v1', network, token, rest)
