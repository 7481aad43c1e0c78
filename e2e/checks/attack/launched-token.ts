import type { NetworkId } from '../../../src-shared/networks.ts'
import { spawnAnvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { startSuiNode } from '../../fixtures/sui/node.ts'
import { playLaunch } from '../../fixtures/sui/scenario.ts'
import { launchToken } from '../../fixtures/surfpool/scenario.ts'
import { spawnSurfpool } from '../../fixtures/surfpool/surfpool.ts'

/** A token on a node of the network. */
export interface LaunchedToken {
  readonly network: NetworkId
  readonly address: string
  readonly endpoints: readonly string[]
  stop(): Promise<void>
}

/** A token on a node that can continue trading and revert blocks. */
export interface LaunchedOnEvm extends LaunchedToken {
  buyFor(name: string): Promise<string>
  revert(blocks: number): Promise<unknown>
}

const ETHER = 10n ** 18n
const BUYERS = 20
/** The launch ends at slot 1,060. */
const [LATE_SLOT, HEAD_SLOT] = [1_062, 1_063]

export const sourcesOf = ({ network, endpoints }: LaunchedToken): string[] => endpoints.map((endpoint) => `${network}=${endpoint}`)

export async function launchOnEvm(): Promise<LaunchedOnEvm> {
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
    network: 'eth',
    address: contract.address.toLowerCase(),
    endpoints: [node.url],
    buyFor,
    revert: (blocks) => chain.rpc('anvil_reorg', [blocks, []]),
    stop: node.stop,
  }
}

/** A launch has the same addresses on each node. @param latecomer buys once more at the end */
export async function launchOnSolana({ latecomer = false } = {}): Promise<LaunchedToken> {
  const node = await spawnSurfpool()
  const launch = await launchToken(node)
  if (latecomer) await launch.buy('latecomer', LATE_SLOT)
  await node.toSlot(HEAD_SLOT)
  return { network: 'sol', address: launch.token, endpoints: [node.url], stop: node.stop }
}

/** On the test ledger. Its README says what it does not prove. */
export async function launchOnSui(): Promise<LaunchedToken> {
  const { ledger, coin } = playLaunch(BUYERS)
  const { endpoints, stop } = await startSuiNode(ledger)
  return { network: 'sui', address: coin, endpoints, stop }
}
