import { storedToken, type StageContext } from './stage.ts'

/** Transfers that exist although the endpoint did not return them. */
export interface Unreturned {
  /** The first block whose transfers were returned. */
  readonly before: number
  /** Whether no transfer was returned. */
  readonly all: boolean
  readonly note: string
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
const REMEDY = 'set an endpoint that keeps the events of all blocks'

/**
 * An endpoint that keeps only recent events answers `[]` for older blocks, without an error (docs/chains.md#evm). The token itself shows that events
 * are missing: its supply came from somewhere, its creation may have emitted transfers, and by ERC-20 the first transfer creates tokens.
 *
 * @returns null if nothing shows that transfers are missing
 */
export async function findUnreturned(context: StageContext): Promise<Unreturned | null> {
  const { store, adapter, token, options, head, signal } = context
  const { totalSupply, createdBlock, createdTx } = await storedToken(context)
  if (totalSupply === 0n || (options.sinceBlock ?? 0) > (createdBlock ?? 0)) return null
  const [first] = await store.read.transfers({ token, limit: 1 })
  if (first === undefined) {
    return {
      before: head.number + 1,
      all: true,
      note: `The endpoint returns no transfer of this token, although it has a supply: its history of events is cut. To read it, ${REMEDY}.`,
    }
  }
  const before = first.position.block
  if (createdBlock !== null && before <= createdBlock) return null
  const emitted = createdTx === null ? [] : ((await adapter.crossChecks?.transfersInTransaction(token.address, createdTx, signal)) ?? [])
  const isWhole = emitted.length === 0 && (createdTx !== null || first.from === ZERO_ADDRESS)
  return isWhole
    ? null
    : {
        before,
        all: false,
        note: `The endpoint’s history of events is cut: it returns no transfer before block ${before}, so holders may be missing; ${REMEDY}.`,
      }
}
