import { join } from 'node:path'
import { expect } from 'vitest'
import type { Service } from '../../../src-main/service.ts'
import type { Address, TokenKey } from '../../../src-shared/domain/address.ts'
import { openOwnService } from '../../fixtures/own-service.ts'

/** How a test moves its chain. */
interface Chain {
  /** Makes the next block. */
  next(): Promise<unknown>
  /** Waits until the service has stored all blocks. */
  caughtUp(): Promise<void>
}

type FreshRead = Awaited<ReturnType<FollowedService['fresh']>>

/** A service that follows one token, and what it stores about the token. */
export class FollowedService {
  readonly #token: TokenKey
  readonly #folder: string
  readonly #urls: readonly string[]
  #service: Service | null = null
  #freshReads = 0
  /** How far its clocks are ahead, in milliseconds. */
  #ahead = 0

  constructor(token: TokenKey, folder: string, urls: readonly string[]) {
    this.#token = token
    this.#folder = folder
    this.#urls = urls
  }

  async start(): Promise<void> {
    this.#service = await this.#open('followed')
  }

  async stop(): Promise<void> {
    await this.#service?.close()
    this.#service = null
  }

  read = (): Promise<void> => readWith(this.#running, this.#token)

  async follow(): Promise<void> {
    await this.#running.context.follow.set(this.#token, true)
  }

  /** Waits until the token is known up to a block. */
  async until(block: number): Promise<void> {
    const { store, follow } = this.#running.context
    const isLive = async (): Promise<boolean> =>
      ((await store.read.token(this.#token))?.asOfBlock ?? 0) >= block && follow.state(this.#token).state === 'live'
    await expect.poll(isLive, { timeout: 60_000, interval: 20 }).toBe(true)
  }

  /** Waits until the facts about all wallets, which are read beside the stream, are those of `fresh`. Passes start with a block, a minute after the last. */
  async untilWallets(fresh: FreshRead, next: Chain['next']): Promise<void> {
    const wallets = async (): Promise<unknown> => {
      this.#ahead += A_MINUTE
      await next()
      return walletsOf(this.#running, this.#token)
    }
    await expect.poll(wallets, { timeout: 60_000, interval: 500 }).toEqual(fresh.wallets)
  }

  /**
   * Expects what is stored to equal a fresh read: first the rows of blocks, then the facts of wallets, and all facts once the token was read again.
   *
   * @param fresh read after the last block
   * @param comparable leaves out what may differ between the reads
   */
  async expectLikeRead(fresh: FreshRead, { next, caughtUp }: Chain, comparable = (facts: unknown): unknown => facts): Promise<void> {
    expect(await this.rows()).toEqual(fresh.rows)
    await this.untilWallets(fresh, next)
    await caughtUp()
    const later = await this.fresh()
    await this.read()
    expect(await this.rows()).toEqual(later.rows)
    expect(comparable(await this.facts())).toEqual(comparable(later.facts))
  }

  rows = () => rowsOf(this.#running, this.#token)

  facts = () => factsOf(this.#running, this.#token)

  /** Rows and facts read by a service that never followed the token. */
  async fresh() {
    const service = await this.#open(`fresh ${(this.#freshReads += 1)}`)
    try {
      await readWith(service, this.#token)
      const of = [service, this.#token] as const
      return { rows: await rowsOf(...of), wallets: await walletsOf(...of), facts: await factsOf(...of) }
    } finally {
      await service.close()
    }
  }

  get #running(): Service {
    if (this.#service === null) throw new Error('the service is stopped')
    return this.#service
  }

  #open(name: string): Promise<Service> {
    const clock = { now: () => Date.now() + this.#ahead, monotonic: () => performance.now() + this.#ahead }
    return openOwnService(join(this.#folder, name), this.#token.network, this.#urls, { clock })
  }
}

export async function readWith({ context: { jobs } }: Service, token: TokenKey): Promise<void> {
  const job = await jobs.ended((await jobs.start(token, { depth: 500, sinceBlock: null })).id)
  expect([job.state, job.error]).toEqual(['done', null])
}

/** What every block of a followed token brings. */
export async function rowsOf({ context: { store } }: Service, token: TokenKey) {
  const { totalSupply, holderCount, asOfBlock, tradeCount } = (await store.read.token(token)) ?? {}
  const pools = await store.read.pools(token)
  return {
    token: { totalSupply, holderCount, asOfBlock, tradeCount },
    holders: (await store.read.holders({ token, limit: null })).map(({ address, raw }) => ({ address, raw })),
    transfers: await store.read.transfers({ token, limit: null }),
    trades: await store.read.tokenTrades({ token, limit: null }),
    pools: pools.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
  }
}

/** The note about transfers names the number of holders or accounts when they were read. */
export const withoutNumbers = (facts: unknown): unknown =>
  JSON.parse(
    JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).replaceAll(
      /\d+ largest holders|\(\d+ accounts\)/g,
      'largest holders',
    ),
  )

const A_MINUTE = 60_000

/** Facts of wallets that do not change once they were read. */
async function walletsOf({ context: { store } }: Service, token: TokenKey) {
  const { read } = store
  const wallets = (await read.holders({ token, limit: null })).map(({ address }) => address)
  return {
    accounts: await read.accounts({ network: token.network, addresses: wallets }),
    funding: await read.funding({ network: token.network, wallets }),
    launchTransactions: await read.launchTransactions(token),
    tradingSwitch: await read.tradingSwitch(token),
    contractOwners: await read.contractOwners(token),
  }
}

/** Blocks after the first trade up to which tips are read, and those whose trades are read with tips (src-main/ingest/stages/launch-facts.ts). */
const TIPPED_BLOCKS = { least: 20, most: 40 }

/** What a read adds, and the records. */
async function factsOf(service: Service, token: TokenKey) {
  const { network } = token
  const { read } = service.context.store
  const { owner, creator, notes } = (await read.token(token)) ?? {}
  const [first] = await read.tokenTrades({ token, limit: 1 })
  const start = first?.position.block ?? 0
  const tips = await read.covered({ token, what: 'tips' })
  const holders: Address[] = (await read.holders({ token, limit: null })).map(({ address }) => address)
  return {
    token: { owner, creator, notes },
    wallets: await walletsOf(service, token),
    nativeBalances: await read.nativeBalances({ network, addresses: holders }),
    tips: await read.tips({ network, blocks: { from: 0, to: start + TIPPED_BLOCKS.most } }),
    tipsRead: tips.map(({ from, to }) => ({ from, to: Math.min(to, start + TIPPED_BLOCKS.least) })),
    producedBlocks: await read.producedBlocks(token),
    records: await recordsOf(service, token),
  }
}

const RECORDS = ['holders', 'overview', 'clusters', 'overlap', 'early']

async function recordsOf({ origin, key }: Service, { network, address }: TokenKey): Promise<Record<string, unknown>> {
  const read = async (name: string): Promise<[string, unknown]> => {
    const answer = await fetch(`${origin}/local/v1/${network}/${address}/${name}`, { headers: { 'X-API-Key': key } })
    return [name, await answer.json()]
  }
  return Object.fromEntries(await Promise.all(RECORDS.map(read)))
}
