import type { Address } from '../../../../src-shared/domain/address.ts'

export type Hex = `0x${string}`

/** A log as a node reports it (eth_getLogs and receipts): https://ethereum.github.io/execution-apis/api-documentation. */
export interface RawLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: number
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly transactionIndex: number
  readonly logIndex: number
  /** Whether a reorganisation has reverted the log. */
  readonly removed: boolean
  /** Unix seconds; null if the node omits it. */
  readonly blockTimestamp: number | null
}

/** A field that is not what the JSON-RPC interface promises. */
export class MalformedField extends Error {
  override name = 'MalformedField'
  readonly path: readonly (string | number)[]
  readonly expected: string

  constructor(path: readonly (string | number)[], expected: string) {
    super(`${path.length === 0 ? 'its root' : path.join('.')} (${expected})`)
    this.path = path
    this.expected = expected
  }
}
