import type { Archive } from '../../archive/availability.ts'
import type { AccountStates } from './accounts/account-states.ts'
import type { KnownBalanceEvents } from './balance-events.ts'
import type { Blocks } from './blocks/blocks.ts'
import type { Decimals } from './decimals.ts'
import type { FundingSources } from './accounts/funding-sources.ts'
import type { RangeState } from './limits/ranges.ts'
import type { Multicall } from './multicall.ts'
import type { Receipts } from './blocks/receipts.ts'
import type { Rpc } from './rpc.ts'
import type { Traces } from './blocks/traces.ts'

/** Access to one network's endpoints, created once and shared by all readers. */
export interface Node {
  readonly rpc: Rpc
  readonly blocks: Blocks
  readonly receipts: Receipts
  readonly traces: Traces
  readonly accounts: AccountStates
  readonly multicall: Multicall
  readonly ranges: RangeState
  readonly decimals: Decimals
  readonly balanceEvents: KnownBalanceEvents
  readonly funding: FundingSources
  readonly archive: Archive
}
