import { decodeFunctionResult, encodeFunctionData, parseAbi, type Hex } from 'viem'
import router from '../../../../../resources/scan/evm-router/ScanRouter.json' with { type: 'json' }
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { BlockRef } from '../../../adapter.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { Node } from '../../rpc/node.ts'
import { hexBytes } from '../../transaction/raw.ts'
import { CASTS, currencyOf, lost, ROUTER, ROUTER_TYPES, routed, STRANGER, type Market } from '../liquidity/market.ts'
import { smallBuy, type TradeTest } from './trade.ts'

/**
 * The second rung of the ladder, for nodes that take overrides of state in `eth_call` but simulate no blocks: one call buys,
 * moves and sells from a contract. A token that refuses contracts cannot be told from one that refuses everybody here.
 */
const abi = parseAbi([
  'struct Probe { uint256 poolSent; uint256 bought; uint256 moved; uint256 arrived; uint256 sold; uint256 poolGot; bool buyOk; bool moveOk; bool sellPartOk; bool sellAllOk; }',
  ...ROUTER_TYPES,
  'function probe(Market, address, address, uint256, address) payable returns (Probe)',
])
const COINS = '0x52b7d2dcc80cd2e4000000'

/** Null where the node takes no overrides, or where the pool's coin cannot be made by wrapping native coins. */
export async function probeTrade(node: Node, market: Market, token: Address, at: BlockRef, signal: AbortSignal): Promise<TradeTest | null> {
  const second = CASTS[0]?.second ?? STRANGER
  const amount = smallBuy(market)
  const data = encodeFunctionData({
    abi,
    functionName: 'probe',
    args: [routed(market), currencyOf(market.quote), token as Hex, amount, second as Hex],
  })
  const call = { from: STRANGER, to: ROUTER, data, value: `0x${amount.toString(16)}` }
  const overrides = { [ROUTER]: { code: router.code }, [STRANGER]: { balance: COINS } }
  let answer: `0x${string}`
  try {
    answer = await request(node.rpc, hexBytes, 'eth_call', [call, toHexNumber(at.number), overrides], signal)
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return null
  }
  // A node that ignores overrides calls an empty address and gets nothing back.
  if (answer === '0x') return null
  const told = decodeFunctionResult({ abi, functionName: 'probe', data: answer })
  return {
    buys: { tried: 1, passed: told.buyOk ? 1 : 0 },
    sells: { tried: told.buyOk ? 2 : 0, passed: Number(told.sellPartOk) + Number(told.sellAllOk) },
    buyTaxPct: told.buyOk ? lost(told.bought, told.poolSent) : null,
    transferTaxPct: told.moveOk ? lost(told.arrived, told.moved) : null,
    sellTaxPct: told.sellPartOk ? lost(told.poolGot, told.sold) : null,
    transferOk: told.buyOk ? told.moveOk : null,
    cannotSellAll: told.sellPartOk ? !told.sellAllOk : null,
    cooldown: null,
    limited: null,
  }
}
