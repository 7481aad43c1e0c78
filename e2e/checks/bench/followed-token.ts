import { setTimeout as delay } from 'node:timers/promises'
import { spawnAnvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Sender } from '../../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { removeFolder, startService, type RunningService } from '../../fixtures/service.ts'

const ETHER = 10n ** 18n
const TRADE_PAUSE_MS = 200
const FIRST_BUYERS = 20
const POLL_MS = 250
const LIVE_WITHIN_MS = 90_000

export interface FollowedToken {
  readonly service: RunningService
  readonly address: string
  /** Buys the token from new wallets, one block each, while `work` runs. Returns the number of trades that the service stored meanwhile. */
  trading(work: () => Promise<void>): Promise<number>
  stop(): Promise<void>
}

/** The built service following a token with a Uniswap pool on anvil. */
export async function followToken(env: Readonly<Record<string, string>>): Promise<FollowedToken> {
  const node = await spawnAnvil()
  const chain = await openDevChain(node.url)
  const creator: Sender = account('bench creator')
  await chain.setBalance(addressOf(creator), 100_000n * ETHER)
  const exchange = await deployUniswap(chain, creator)
  const token = await chain.deploy(creator, ownArtifact('LaunchToken'), ['Bench', 'BENCH', 1_000_000n * ETHER])
  await seedPool(chain, exchange, creator, token, 500_000n * ETHER, 100n * ETHER)
  let buyers = 0
  const buyOnce = (): Promise<unknown> => buy(chain, exchange, creator, token, ETHER / 100n, addressOf(account(`buyer ${buyers++}`)))
  while (buyers < FIRST_BUYERS) await buyOnce()

  const service = await startService({ sources: [`eth=${node.url}`], env })
  const stored = async (): Promise<number> => (await service.json<{ trades: number }>(`/local/v1/eth/${token.address}`)).trades
  await service.json(`/dex-metrics/v1/eth/${token.address}`)
  const answer = await service.post(`/local/v1/eth/${token.address}/follow`, { on: true })
  if (!answer.ok) throw new Error(`following was refused: ${await answer.text()}`)
  await untilLive(service, token.address)

  return {
    service,
    address: token.address,
    async trading(work) {
      const before = await stored()
      const done = new AbortController()
      const trades = (async () => {
        while (!done.signal.aborted) {
          await buyOnce()
          await delay(TRADE_PAUSE_MS)
        }
      })()
      try {
        await work()
      } finally {
        done.abort()
        await trades
      }
      return (await stored()) - before
    },
    async stop() {
      await service.stop()
      await node.stop()
      await removeFolder(service.dataDir)
    },
  }
}

async function untilLive(service: RunningService, address: string): Promise<void> {
  for (let waited = 0; waited < LIVE_WITHIN_MS; waited += POLL_MS) {
    const { state } = await service.json<{ state: string }>(`/local/v1/eth/${address}/follow`)
    if (state === 'live') return
    await delay(POLL_MS)
  }
  throw new Error('the token was not followed in time')
}
