import { anvilMissing, spawnAnvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { openSocket, type FrameSocket } from '../../../src-main/server/testing/frame-socket.ts'
import { sendRequest, type Answer } from '../../../src-main/server/testing/http-client.ts'
import { startApp, type App } from './app.ts'
import { skip } from './assertions.ts'

/** A token with a pool on a real EVM node, and services of the suite's own that read it. */
export interface LiveStage {
  readonly token: string
  readonly pool: string
  readonly wallet: string
  /** Buys with the wallet in a block of its own. Resolves with the transaction. */
  trade(): Promise<string>
  /** The chain replaces its newest blocks by empty ones. */
  revert(blocks: number): Promise<void>
  /** The chain loses its newest blocks. */
  lose(blocks: number): Promise<void>
  /** A service that never read anything. It ends with the stage. */
  start(): Promise<FreshService>
}

export interface FreshService {
  post(path: string, body: unknown): Promise<Answer>
  get(path: string): Promise<Answer>
  /** After its `ready` frame. */
  socket(): Promise<FrameSocket>
}

const ETHER = 10n ** 18n
const SUPPLY = 1_000_000n * ETHER

/** Runs `work` on a stage of its own. @throws NotApplicable if no node can run */
export async function onLiveStage(work: (stage: LiveStage) => Promise<void>): Promise<void> {
  const missing = anvilMissing()
  if (missing !== null) skip(missing)
  const node = await spawnAnvil()
  const apps: App[] = []
  try {
    const chain = await openDevChain(node.url)
    const trader = account('conformance trader')
    await chain.setBalance(addressOf(trader), 1_000n * ETHER)
    const exchange = await deployUniswap(chain, trader)
    const token = await chain.deploy(trader, ownArtifact('LaunchToken'), ['Conformance', 'CONF', SUPPLY])
    const pool = await seedPool(chain, exchange, trader, token, SUPPLY / 10n, 100n * ETHER)
    await work({
      ...{ token: token.address.toLowerCase(), pool: pool.address.toLowerCase(), wallet: addressOf(trader).toLowerCase() },
      trade: () => buy(chain, exchange, trader, token, ETHER),
      revert: async (blocks) => void (await chain.rpc('anvil_reorg', [blocks, []])),
      lose: async (blocks) => void (await chain.rpc('anvil_rollback', [blocks])),
      async start() {
        const app = await startApp([`eth=${node.url}`])
        apps.push(app)
        return openService(app)
      },
    })
  } finally {
    for (const app of apps) await app.stop()
    await node.stop()
  }
}

function openService({ url, key }: App): FreshService {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  return {
    post: (path, body) => sendRequest(url, path, { method: 'POST', headers, body: JSON.stringify(body) }),
    get: (path) => sendRequest(url, path, { headers }),
    async socket() {
      const socket = await openSocket(`${url.replace(/^http/, 'ws')}/`, { key, coverage: true })
      await socket.next()
      return socket
    },
  }
}
