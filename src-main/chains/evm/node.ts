import type { Blocks } from './blocks.ts'
import type { Decimals } from './decimals.ts'
import type { FundingSources } from './funding-sources.ts'
import type { RangeMemory } from './reading/logs/ranges.ts'
import type { Multicall } from './multicall.ts'
import type { Rpc } from './rpc.ts'

/** The ways of asking one network's endpoints, made once and handed to every reader. */
export interface Node {
  readonly rpc: Rpc
  readonly blocks: Blocks
  readonly multicall: Multicall
  readonly ranges: RangeMemory
  readonly decimals: Decimals
  readonly funding: FundingSources
}
