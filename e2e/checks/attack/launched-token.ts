import { spawnAnvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool } from '../../fixtures/anvil/uniswap.ts'

/** A token on a real node that can go on trading and lose blocks. */
export interface LaunchedToken {
  readonly url: string
  readonly address: string
  buyFor(name: string): Promise<string>
  revert(blocks: number): Promise<unknown>
  stop(): Promise<void>
}

const ETHER = 10n ** 18n
const BUYERS = 20

export async function launchToken(): Promise<LaunchedToken> {
  const node = await spawnAnvil()
  const chain = await openDevChain(node.url)
  const creator = account('attacked creator')
  await chain.setBalance(addressOf(creator), 10_000n * ETHER)
  const exchange = await deployUniswap(chain, creator)
  const contract = await chain.deploy(creator, ownArtifact('LaunchToken'), ['Attacked', 'ATK', 1_000_000n * ETHER])
  await seedPool(chain, exchange, creator, contract, 500_000n * ETHER, 100n * ETHER)
  const buyFor = (name: string): Promise<string> => buy(chain, exchange, creator, contract, ETHER / 10n, addressOf(account(name)))
  for (let n = 0; n < BUYERS; n++) await buyFor(`buyer ${n}`)
  return {
    url: node.url,
    address: contract.address.toLowerCase(),
    buyFor,
    revert: (blocks) => chain.rpc('anvil_reorg', [blocks, []]),
    stop: node.stop,
  }
}
