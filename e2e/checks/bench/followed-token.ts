import { setTimeout as delay } from 'node:timers/promises'
import { encodeFunctionData, toHex, type Address } from 'viem'
import { spawnAnvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../../fixtures/anvil/chain.ts'
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
  /** Buys the token from a new wallet, in its own block. */
  buy(): Promise<unknown>
  /** Buys the token from new wallets, one block each, while `work` runs. Returns the number of trades that the service stored meanwhile. */
  trading(work: () => Promise<void>): Promise<number>
  stop(): Promise<void>
}

/**
 * The built service following a token with a Uniswap pool on anvil. Besides the buyers, `holders` wallets hold it, in groups that one
 * member paid. All of them are examined.
 */
export async function followToken(env: Readonly<Record<string, string>>, holders = 0): Promise<FollowedToken> {
  const node = await spawnAnvil()
  const chain = await openDevChain(node.url)
  const creator: Sender = account('bench creator')
  await chain.setBalance(addressOf(creator), 100_000n * ETHER)
  const exchange = await deployUniswap(chain, creator)
  const token = await chain.deploy(creator, ownArtifact('LaunchToken'), ['Bench', 'BENCH', 1_000_000n * ETHER])
  await seedPool(chain, exchange, creator, token, 500_000n * ETHER, 100n * ETHER)
  let buyers = 0
  const buyOnce = (): Promise<unknown> => buy(chain, exchange, creator, token, ETHER / 20n, addressOf(account(`buyer ${buyers++}`)))
  while (buyers < FIRST_BUYERS) await buyOnce()
  await spread(chain, token, creator, holders)

  const service = await startService({ sources: [`eth=${node.url}`], env })
  if (holders > 0) await examine(service, holders)
  const stored = async (): Promise<number> => (await service.json<{ trades: number }>(`/local/v1/eth/${token.address}`)).trades
  await service.json(`/dex-metrics/v1/eth/${token.address}`)
  const answer = await service.post(`/local/v1/eth/${token.address}/follow`, { on: true })
  if (!answer.ok) throw new Error(`following was refused: ${await answer.text()}`)
  await untilLive(service, token.address)

  return {
    service,
    address: token.address,
    buy: buyOnce,
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

const GROUP = 12
const GROUPS_PER_BLOCK = 20
const holderAt = (i: number): Address => `0x${(i + 1).toString(16).padStart(8, '0')}${'7e'.repeat(16)}`

/** Gives the token to the first wallet of each group, which passes a part on to each of the others. */
async function spread(chain: DevChain, token: Contract, from: Sender, holders: number): Promise<void> {
  await chain.rpc('anvil_autoImpersonateAccount', [true])
  await chain.rpc('evm_setAutomine', [false])
  const give = (sender: Address, to: Address, amount: bigint): Promise<unknown> => {
    const data = encodeFunctionData({ abi: token.abi, functionName: 'transfer', args: [to, amount] })
    return chain.rpc('eth_sendTransaction', [{ from: sender, to: token.address, data, gas: toHex(100_000) }])
  }
  const share = (400_000n * ETHER) / BigInt(Math.max(1, holders))
  for (let first = 0; first < holders; first += GROUP * GROUPS_PER_BLOCK) {
    const wallets = Array.from({ length: Math.min(holders - first, GROUP * GROUPS_PER_BLOCK) }, (_, i) => first + i)
    const leaders = wallets.filter((i) => i % GROUP === 0)
    for (const leader of leaders) {
      await chain.setBalance(holderAt(leader), ETHER)
      await give(addressOf(from), holderAt(leader), share * BigInt(GROUP))
    }
    await chain.rpc('anvil_mine', ['0x1'])
    for (const i of wallets) if (i % GROUP !== 0) await give(holderAt(i - (i % GROUP)), holderAt(i), share - BigInt(i))
    await chain.rpc('anvil_mine', ['0x1'])
  }
  await chain.rpc('evm_setAutomine', [true])
  await chain.rpc('anvil_autoImpersonateAccount', [false])
}

async function examine({ url, key }: RunningService, holders: number): Promise<void> {
  const body = JSON.stringify({ changes: { 'cluster.depth_holders': holders } })
  const answer = await fetch(`${url}/local/v1/rules`, { method: 'PUT', headers: { 'X-API-Key': key, 'Content-Type': 'application/json' }, body })
  if (!answer.ok) throw new Error(`the rules were refused: ${await answer.text()}`)
}

async function untilLive(service: RunningService, address: string): Promise<void> {
  for (let waited = 0; waited < LIVE_WITHIN_MS; waited += POLL_MS) {
    const { state } = await service.json<{ state: string }>(`/local/v1/eth/${address}/follow`)
    if (state === 'live') return
    await delay(POLL_MS)
  }
  throw new Error('the token was not followed in time')
}
