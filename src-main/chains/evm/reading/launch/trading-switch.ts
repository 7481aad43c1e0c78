import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool, TradingSwitch } from '../../../../../src-shared/domain/events.ts'
import type { TradingSwitchQuery } from '../../../adapter.ts'
import { request } from '../../../rpc/request.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { STANDARD } from '../../encoding/selectors.ts'
import type { Node } from '../../rpc/node.ts'
import { hexBytes } from '../../transaction/raw.ts'
import { isManager, type FactoryIndex } from '../../venues/registry.ts'

/**
 * What a pool can do with the token after a block: `empty` without tokens, `closed` if the token refuses a transfer out of the pool to an unknown
 * wallet, `open` otherwise.
 */
type PoolState = 'empty' | 'closed' | 'open'

/** An address without a known key, which no token has a reason to treat specially. */
const STRANGER = '0x7e5f9f2c1d8a4b3e6c0d5a9b8f7e6d5c4b3a2918'
/** Blocks searched for a switch before the first swap: more than the launch rules look back on any EVM network. */
const BLOCKS_BEFORE = 150
/** Blocks searched for a switch after a first swap that the token refused to others: a week on the slowest network. */
const BLOCKS_AFTER = 50_400
/** Blocks whose state is read at the same time. */
const PROBES = 3
/** Divides the pool's tokens into an amount that no per-transaction limit refuses. */
const PART = 1_000_000n
const MOVES = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])

/**
 * Finds the first block in which anyone could take the token out of its pool, after the pool had held it and the token had refused: its owner
 * switched trading on. Old state tells whether a transfer out of the pool to a stranger would succeed, so the names of functions and events do not
 * matter.
 *
 * @returns `none` if no switch is near the first swap, null if old state does not tell
 * @throws NodeFault `no_state` if the endpoint keeps no old state
 */
export async function findTradingSwitch(
  node: Node,
  factories: FactoryIndex,
  { token, pool, firstSwap, since }: TradingSwitchQuery,
  head: number,
  signal: AbortSignal,
): Promise<TradingSwitch | 'none' | null> {
  const account = accountOf(factories, pool)
  if (account === null) return null
  const stateAt = (block: number): Promise<PoolState> => readState(node, token, account, block, signal)
  const bounds = await findBounds(stateAt, firstSwap, since, head)
  if (bounds === null || bounds === 'none') return bounds
  const block = await firstOpen(stateAt, bounds)
  if ((await stateAt(block - 1)) !== 'closed') return 'none'
  return { block, ...(await switchTransaction(node, token, block, signal)) }
}

/** The address that holds the tokens of a pool; null if its manager is not listed. */
function accountOf(factories: FactoryIndex, { address, dex, dexVersion }: Pool): Address | null {
  if (address.length === STRANGER.length) return address
  const manager = [...factories.values()].find((factory) => isManager(factory) && factory.dex === dex && factory.version === dexVersion)
  return manager === undefined ? null : (manager.vault ?? manager.address)
}

async function readState(node: Node, token: Address, account: Address, block: number, signal: AbortSignal): Promise<PoolState> {
  const call = async (data: string): Promise<string | null> => {
    try {
      return await request(node.rpc, hexBytes, 'eth_call', [{ from: account, to: token, data }, toHexNumber(block)], signal)
    } catch (error) {
      if (error instanceof NodeFault && error.kind === 'reverted') return null
      throw error
    }
  }
  const answer = await call(encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [account as Hex] }))
  const held = answer === null || answer === '0x' ? 0n : BigInt(answer)
  if (held === 0n) return 'empty'
  const value = held < PART ? 1n : held / PART
  const moved = await call(encodeFunctionData({ abi: MOVES, functionName: 'transfer', args: [STRANGER, value] }))
  // Old tokens return nothing; others return false instead of failing.
  return moved !== null && (moved === '0x' || BigInt(moved) !== 0n) ? 'open' : 'closed'
}

interface Bounds {
  /** Not open. */
  readonly low: number
  /** Open. */
  readonly high: number
}

/** Blocks around the first open state; `none` if the pool was open long before the first swap or had no tokens before it, null if it never opened. */
async function findBounds(
  stateAt: (block: number) => Promise<PoolState>,
  firstSwap: number,
  since: number,
  head: number,
): Promise<Bounds | 'none' | null> {
  const [before, after] = await Promise.all([stateAt(firstSwap - 1), stateAt(firstSwap)])
  if (before === 'open') {
    const low = Math.max(since, firstSwap - BLOCKS_BEFORE) - 1
    return (await stateAt(low)) === 'open' ? 'none' : { low, high: firstSwap - 1 }
  }
  if (after === 'open') return before === 'closed' ? { low: firstSwap - 1, high: firstSwap } : 'none'
  let low = firstSwap
  for (let step = 1; low < Math.min(head, firstSwap + BLOCKS_AFTER); step *= 2) {
    const high = Math.min(head, firstSwap + step)
    if ((await stateAt(high)) === 'open') return { low, high }
    low = high
  }
  return null
}

async function firstOpen(stateAt: (block: number) => Promise<PoolState>, { low, high }: Bounds): Promise<number> {
  let [closed, open] = [low, high]
  while (open - closed > 1) {
    const step = (open - closed) / (PROBES + 1)
    const probes = [...new Set(Array.from({ length: PROBES }, (_, i) => Math.floor(closed + step * (i + 1))))].filter((block) => block > closed)
    const states = await Promise.all(probes.map(stateAt))
    const found = states.indexOf('open')
    const last = probes[(found === -1 ? probes.length : found) - 1]
    if (found !== -1) open = probes[found] ?? open
    closed = last ?? closed
  }
  return open
}

/**
 * The only transaction of the block that calls a non-standard function of the token; unknown if there are several, or if another contract called it.
 */
async function switchTransaction(node: Node, token: Address, block: number, signal: AbortSignal): Promise<Pick<TradingSwitch, 'tx' | 'txIndex'>> {
  const { transactions } = await node.blocks.withTransactions(block, signal)
  const calls = transactions.filter(({ to, input }) => to === token && input !== undefined && !STANDARD.has(input.slice(0, 10)))
  const [only, ...others] = calls
  if (only === undefined || others.length > 0) return { tx: null, txIndex: null }
  return { tx: only.hash, txIndex: only.transactionIndex ?? null }
}
