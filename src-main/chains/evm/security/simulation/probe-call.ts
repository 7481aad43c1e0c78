import { decodeFunctionResult, encodeFunctionData, parseAbi, type Hex } from 'viem'
import router from '../../../../../resources/scan/evm-router/ScanRouter.json' with { type: 'json' }
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { hexBytes } from '../../transaction/raw.ts'
import { CASTS, currencyOf, ROUTER, ROUTER_TYPES, routed, OUTSIDER, type Market } from '../liquidity/market.ts'
import type { Scan } from '../scan.ts'
import { lost } from './taxes.ts'
import { smallBuy, type TradeTest } from './trade.ts'

/**
 * The fallback for nodes that support state overrides in `eth_call` but not `eth_simulateV1`: one call buys, transfers and sells from a
 * contract. It cannot distinguish a token that rejects contracts from one that rejects every address.
 */
const abi = parseAbi([
  'struct Probe { uint256 poolSent; uint256 bought; uint256 moved; uint256 arrived; uint256 sold; uint256 poolGot; bool buyOk; bool moveOk; bool sellPartOk; bool sellAllOk; }',
  ...ROUTER_TYPES,
  'function probe(Market, address, address, uint256, address) payable returns (Probe)',
])
const COINS = '0x52b7d2dcc80cd2e4000000'

/** Null if the node does not support overrides, or if the quote token is not wrapped native coin. */
export async function probeTrade({ node, at, signal }: Scan, market: Market, token: Address): Promise<TradeTest | null> {
  const amount = smallBuy(market)
  const args = [routed(market), currencyOf(market.quote), token as Hex, amount, CASTS[0].second as Hex] as const
  const data = encodeFunctionData({ abi, functionName: 'probe', args })
  const call = { from: OUTSIDER, to: ROUTER, data, value: `0x${amount.toString(16)}` }
  const overrides = { [ROUTER]: { code: router.code }, [OUTSIDER]: { balance: COINS } }
  const answer = await answeredOrNull(request(node.rpc, hexBytes, 'eth_call', [call, toHexNumber(at.number), overrides], signal), signal)
  // A node that ignores overrides calls an address without code, which returns nothing.
  if (answer === null || answer === '0x') return null
  const outcome = decodeFunctionResult({ abi, functionName: 'probe', data: answer })
  return {
    buys: { tried: 1, passed: outcome.buyOk ? 1 : 0 },
    sells: { tried: outcome.buyOk ? 2 : 0, passed: Number(outcome.sellPartOk) + Number(outcome.sellAllOk) },
    later: null,
    onlyAtOnce: false,
    buyTaxPct: outcome.buyOk ? lost(outcome.bought, outcome.poolSent) : null,
    transferTaxPct: outcome.moveOk ? lost(outcome.arrived, outcome.moved) : null,
    sellTaxPct: outcome.sellPartOk ? lost(outcome.poolGot, outcome.sold) : null,
    transferOk: outcome.buyOk ? outcome.moveOk : null,
    cannotSellAll: outcome.sellPartOk ? !outcome.sellAllOk : null,
    cooldown: null,
    limited: null,
  }
}
