import { anvilMissing, spawnAnvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { computeV4PoolId, deployVenues, seedV4, swapV4 } from '../../fixtures/anvil/venues.ts'
import { launchToken } from '../../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing } from '../../fixtures/surfpool/surfpool.ts'
import { openSocket, type FrameSocket } from '../../../src-main/server/testing/frame-socket.ts'
import { sendRequest, type Answer } from '../../../src-main/server/testing/http-client.ts'
import { startApp, type App } from './app.ts'
import { skip } from './assertions.ts'

/** A token on a real node, and services that the suite starts to read it. */
export interface Stage {
  readonly network: 'eth' | 'sol'
  readonly token: string
  /** Starts a service that has never read anything. It ends with the stage. */
  start(): Promise<FreshService>
}

/** A token with a pool on a real EVM node. */
export interface LiveStage extends Stage {
  readonly pool: string
  readonly wallet: string
  /** Buys with the wallet in a separate block. Resolves with the transaction. */
  trade(): Promise<string>
  /** The chain replaces its newest blocks with empty ones. */
  revert(blocks: number): Promise<void>
  /** The chain loses its newest blocks. */
  lose(blocks: number): Promise<void>
  /** Opens a Uniswap v4 pool of the same token. `pool` is its id. */
  openV4Pool(): Promise<Pick<LiveStage, 'pool' | 'trade'>>
}

export interface FreshService {
  post(path: string, body: unknown): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  get(path: string): Promise<Answer>
  /** Resolves after the `ready` frame. */
  socket(): Promise<FrameSocket>
  /** The restarted service, on the same data directory. */
  restart(): Promise<FreshService>
}

const ETHER = 10n ** 18n
const SUPPLY = 1_000_000n * ETHER

/** Runs `work` on a fresh stage. @throws NotApplicable if no node can run */
export async function onLiveStage(work: (stage: LiveStage) => Promise<void>): Promise<void> {
  await withNode(anvilMissing, spawnAnvil, 'eth', async (node, stage) => {
    const chain = await openDevChain(node.url)
    const trader = account('conformance trader')
    await chain.setBalance(addressOf(trader), 1_000n * ETHER)
    const exchange = await deployUniswap(chain, trader)
    const token = await chain.deploy(trader, ownArtifact('LaunchToken'), ['Conformance', 'CONF', SUPPLY])
    const pool = await seedPool(chain, exchange, trader, token, SUPPLY / 10n, 100n * ETHER)
    await work({
      ...stage,
      ...{ token: token.address.toLowerCase(), pool: pool.address.toLowerCase(), wallet: addressOf(trader).toLowerCase() },
      trade: () => buy(chain, exchange, trader, token, ETHER),
      revert: async (blocks) => void (await chain.rpc('anvil_reorg', [blocks, []])),
      lose: async (blocks) => void (await chain.rpc('anvil_rollback', [blocks])),
      async openV4Pool() {
        const venues = await deployVenues(chain, trader, 1)
        const key = await seedV4(chain, venues, trader, token, SUPPLY / 10n, 100n * ETHER)
        return { pool: computeV4PoolId(key), trade: () => swapV4(chain, venues, trader, key, token, false, ETHER) }
      },
    })
  })
}

/** The same with a launch on a real Solana node. */
export async function onSolanaStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  await withNode(surfpoolMissing, spawnSurfpool, 'sol', async (node, stage) => {
    const { token } = await launchToken(node)
    await work({ ...stage, token })
  })
}

async function withNode<N extends { readonly url: string; stop(): Promise<void> }>(
  missing: () => string | null,
  spawn: () => Promise<N>,
  network: Stage['network'],
  work: (node: N, stage: Omit<Stage, 'token'>) => Promise<void>,
): Promise<void> {
  const reason = missing()
  if (reason !== null) skip(reason)
  const node = await spawn()
  const apps = new Set<App>()
  const start = async (begun = startApp([`${network}=${node.url}`])): Promise<FreshService> => {
    const app = await begun
    apps.add(app)
    const restart = (): Promise<FreshService> => {
      apps.delete(app)
      return start(app.restart())
    }
    return { ...openService(app), restart }
  }
  try {
    await work(node, { network, start: () => start() })
  } finally {
    for (const app of apps) await app.stop()
    await node.stop()
  }
}

function openService({ url, key }: App): Omit<FreshService, 'restart'> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const sending = (method: string) => (path: string, body: unknown) => sendRequest(url, path, { method, headers, body: JSON.stringify(body) })
  return {
    post: sending('POST'),
    put: sending('PUT'),
    get: (path) => sendRequest(url, path, { headers }),
    async socket() {
      const socket = await openSocket(`${url.replace(/^http/, 'ws')}/`, { key, coverage: true })
      await socket.next()
      return socket
    },
  }
}
