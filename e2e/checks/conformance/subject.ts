import { openSocket, type FrameSocket, type SocketOptions } from '../../../src-main/server/testing/frame-socket.ts'
import { fail, hold, notApplicable } from './verdict.ts'
import { ask, type Answer, type Asked } from '../../../src-main/server/testing/http-client.ts'

/** The networks of the public contract. */
export const NETWORKS = ['sol', 'eth', 'base', 'bsc', 'sui'] as const
export type Network = (typeof NETWORKS)[number]
export const FULL_NETWORKS: readonly Network[] = ['sol', 'sui']

/** Trades that the server has: what to filter them by. */
export interface Traded {
  readonly network: Network
  readonly token: string
  readonly pool: string | null
  readonly signer: string
}

export interface SubjectOptions {
  /** `http://127.0.0.1:4690` */
  readonly url: string
  readonly key: string
  /** Tokens to ask about; those that the server lists itself come after them. */
  readonly tokens?: Readonly<Partial<Record<Network, string>>>
  /** Whether the suite may store small tokens, a snapshot and a key of its own, which it revokes at its end. */
  readonly mayWrite: boolean
}

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
const evmAddress = (digit: string): string => `0x${digit.repeat(40)}`
const suiAddress = (digit: string): string => `0x${digit.repeat(64)}`

/** Well-formed addresses that no chain has a token at. */
export const UNREAD: Readonly<Record<Network, string>> = {
  sol: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  eth: evmAddress('f'),
  base: evmAddress('f'),
  bsc: evmAddress('f'),
  sui: `${suiAddress('f')}::nobody::NOBODY`,
}

/** A holder map as other tools write them: two holders with a link, a pool, and one who holds nothing. */
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

/** A running server, asked over the wire only. */
export class Subject {
  readonly url: string
  readonly ws: string
  readonly key: string
  readonly mayWrite: boolean
  readonly #tokens = new Map<Network, string>()
  readonly #answers = new Map<string, Promise<Answer>>()
  #reader: { readonly id: string; readonly key: string } | null = null
  #traded: Traded | null = null

  private constructor({ url, key, mayWrite }: SubjectOptions) {
    this.url = url.replace(/\/+$/, '')
    this.ws = `${this.url.replace(/^http/, 'ws')}/`
    this.key = key
    this.mayWrite = mayWrite
  }

  /** @throws Error when the server does not answer at all. */
  static async meet(options: SubjectOptions): Promise<Subject> {
    const subject = new Subject(options)
    if (options.mayWrite) {
      await subject.#bring()
      await subject.#makeReader()
    }
    for (const [network, token] of Object.entries(options.tokens ?? {})) subject.#tokens.set(network as Network, token)
    await subject.#look()
    return subject
  }

  /** Takes back the key that the suite made. */
  async leave(): Promise<void> {
    if (this.#reader !== null) await this.ask(`/local/v1/keys/${this.#reader.id}`, { method: 'DELETE' })
  }

  /** A call with the owner's key, unless the headers say otherwise. */
  ask(path: string, { headers, ...asked }: Asked = {}): Promise<Answer> {
    return ask(this.url, path, { ...asked, headers: { 'x-api-key': this.key, ...headers } })
  }

  askWithout(path: string, asked: Asked = {}): Promise<Answer> {
    return ask(this.url, path, asked)
  }

  /** A GET that is asked once in a run, however many lines look at its answer. */
  get(path: string): Promise<Answer> {
    const answer = this.#answers.get(path) ?? this.ask(path)
    this.#answers.set(path, answer)
    return answer
  }

  /** The JSON of a GET that must answer 200. */
  async json<T>(path: string): Promise<T> {
    const { status, body } = await this.get(path)
    hold(status === 200, `${path} should answer 200, and answers ${status} ${body.toString('utf8').slice(0, 200)}`)
    return JSON.parse(body.toString('utf8')) as T
  }

  post(path: string, body: unknown, key = this.key): Promise<Answer> {
    return this.ask(path, { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' }, body: JSON.stringify(body) })
  }

  token(network: Network): string {
    return this.#tokens.get(network) ?? notApplicable(`the server has no token on ${network}`)
  }

  /** The tokens that the server has on these networks, one each. */
  tokensOn(networks: readonly Network[]): { readonly network: Network; readonly token: string }[] {
    const found = networks.flatMap((network) => {
      const token = this.#tokens.get(network)
      return token === undefined ? [] : [{ network, token }]
    })
    return found.length > 0 ? found : notApplicable(`the server has no token on ${networks.join(', ')}`)
  }

  get traded(): Traded {
    return this.#traded ?? notApplicable('the server has no trades')
  }

  /** A key that may read, and not listen to the firehose. */
  get readerKey(): string {
    return this.#reader?.key ?? notApplicable('the suite may make no key here')
  }

  /** A socket past its greeting. */
  async socket(options: SocketOptions = {}): Promise<FrameSocket> {
    const socket = await openSocket(this.ws, { key: this.key, ...options })
    const ready = await socket.next()
    if (ready['op'] !== 'ready') fail(`the first frame should be ready, and is ${JSON.stringify(ready).slice(0, 200)}`)
    return socket
  }

  async #bring(): Promise<void> {
    const present = await this.#listed()
    for (const network of NETWORKS) {
      if (network === 'sol' || present.some((token) => token.network === network)) continue
      const { status, body } = await this.post(`/local/v1/imports?network=${network}&name=conformance.json`, holderMap(network))
      if (status !== 200) throw new Error(`the holder map for ${network} was not taken: ${status} ${body.toString('utf8').slice(0, 200)}`)
    }
  }

  async #makeReader(): Promise<void> {
    const { status, body } = await this.post('/local/v1/keys', { name: 'conformance reader', permissions: ['read'] })
    if (status !== 201) throw new Error(`no key could be made: ${status} ${body.toString('utf8').slice(0, 200)}`)
    this.#reader = JSON.parse(body.toString('utf8')) as { id: string; key: string }
  }

  async #listed(): Promise<{ network: Network; address: string }[]> {
    const { status, body } = await this.ask('/local/v1/tokens?limit=200')
    return status === 200 ? (JSON.parse(body.toString('utf8')) as { tokens: { network: Network; address: string }[] }).tokens : []
  }

  async #look(): Promise<void> {
    const listed = await this.#listed()
    for (const { network, address } of listed) if (!this.#tokens.has(network)) this.#tokens.set(network, address)
    const candidates = [...[...this.#tokens].map(([network, address]) => ({ network, address })), { network: 'sol' as const, address: WRAPPED_SOL }]
    for (const { network, address } of candidates) {
      const { status, body } = await this.ask(`/dex/v1/${network}/trades?token=${encodeURIComponent(address)}&limit=200`)
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

/** Path of a call about one token. */
export const tokenPath = (base: string, network: Network, token: string, rest = ''): string =>
  `${base}/${network}/${encodeURIComponent(token)}${rest}`
export const metricsPath = (network: Network, token: string, rest = ''): string => tokenPath('/dex-metrics/v1', network, token, rest)
export const solOverview = (subject: Subject): string => metricsPath('sol', subject.token('sol'))
export const atlasPath = (network: Network, token: string, rest: string): string => tokenPath('/atlas/v1', network, token, rest)
