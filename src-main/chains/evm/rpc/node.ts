import type { Blocks } from './blocks.ts'
import type { Decimals } from './decimals.ts'
import type { FundingSources } from './funding-sources.ts'
import type { RangeState } from './ranges.ts'
import type { Multicall } from './multicall.ts'
import type { Rpc } from './rpc.ts'

/** Access to one network's endpoints, created once and shared by all readers. */
export interface Node {
  readonly rpc: Rpc
  readonly blocks: Blocks
  readonly multicall: Multicall
  readonly ranges: RangeState
  readonly decimals: Decimals
  readonly funding: FundingSources
}
