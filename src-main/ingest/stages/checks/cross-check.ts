import type { Address } from '../../../../src-shared/domain/address.ts'
import type { CrossChecks } from '../../../chains/cross-checks.ts'
import type { BlockRange, TransferOutline } from '../../../store/interface.ts'
import { union } from '../../../store/values/intervals.ts'
import { storedToken, wantedRange, type StageContext } from '../stage.ts'
import { findWrongBlock, findWrongStretches, type WrongStretch } from './balance-grid.ts'
import { checkEndpoints } from './endpoints.ts'
import { isSame } from './same-transfers.ts'
import { checkSample } from './sample.ts'

/** What the cross-checks of the stored transfers found (docs/chains.md#cross-checks). */
export interface CrossCheck {
  /** Blocks whose stored transfers are wrong. */
  readonly wrong: readonly BlockRange[]
  /** The block whose receipts show that the token itself moves balances. Null if no balance differs, or if the reason is unknown. */
  readonly movesAlone: number | null
  /** What the stored transfers issued and did not burn, raw units; null if they do not reach back to the creation. */
  readonly issued: bigint | null
  readonly notes: readonly string[]
}

/** Stretches of the history. Each takes one call that compares the balances at its end. */
const STRETCHES = 16
/** A single call reads this many balances even if no multicall contract is deployed. */
const MAX_WALLETS = 80
const OVERDRAWN = 20
/** Wrong stretches in which the wrong block is searched and compared with its receipts. */
const PROBED = 3

/** @param differing wallets whose balance differs from the sum of their stored transfers */
export async function crossCheck(context: StageContext, checks: CrossChecks, differing: readonly Address[]): Promise<CrossCheck> {
  const { createdBlock, totalSupply } = await storedToken(context)
  const blocks = await blocksToCheck(context)
  const outline = await outlineOf(context, blocks, differing.slice(0, MAX_WALLETS))
  const isWhole = blocks.from <= (createdBlock ?? 0)
  const issued = isWhole ? outline.issued : null
  const isOff = differing.length > 0 || (isWhole && outline.issued !== totalSupply)
  const sampled = await checkSample(context, checks, { blocks, closely: isOff })
  const { differing: disagreed, notes } = await checkEndpoints(context, checks, blocks)
  const suspects = [...sampled, ...disagreed]
  if (suspects.length === 0 && !isOff) return { wrong: [], movesAlone: null, issued, notes }
  const stretches = (await findWrongStretches(context, outline, isWhole)) ?? []
  const probes = await probe(context, checks, stretches)
  const isEndpoint = suspects.length > 0 || probes.some(({ isWrong }) => isWrong)
  const around = suspects.map((block) => outline.stretches.find((one) => block >= one.blocks.from && block <= one.blocks.to)?.blocks ?? blocks)
  // If balances show nothing, the wrong rows may be anywhere.
  const isReachKnown = stretches.length > 0
  const wrong = isReachKnown
    ? union(
        around,
        stretches.map((stretch) => stretch.blocks),
      )
    : [blocks]
  return { wrong: isEndpoint ? wrong : [], movesAlone: probes.find((one) => !one.isWrong && one.isProven)?.block ?? null, issued, notes }
}

/** The wanted blocks without older ones that an endpoint did not return. */
async function blocksToCheck(context: StageContext): Promise<BlockRange> {
  const { store, token } = context
  const { from, to } = await wantedRange(context)
  const [covered] = await store.read.covered({ token, what: 'transfers' })
  return { from: Math.max(from, covered?.from ?? from), to }
}

function outlineOf({ store, token }: StageContext, blocks: BlockRange, wallets: readonly Address[]): Promise<TransferOutline> {
  return store.read.transferOutline({ token, blocks, wallets, overdrawn: OVERDRAWN, stretches: STRETCHES })
}

interface Probe {
  readonly block: number
  /** Whether the transfers in the receipts of the block differ from the stored ones. */
  readonly isWrong: boolean
  readonly isProven: boolean
}

/** Finds a wrong block in the first, the middle and the last stretch and compares it with its receipts. */
async function probe(context: StageContext, checks: CrossChecks, stretches: readonly WrongStretch[]): Promise<Probe[]> {
  const { store, token, signal } = context
  const probes: Probe[] = []
  for (const stretch of sampleEvenly(stretches, PROBED)) {
    const block = await findWrongBlock(context, stretch)
    const receipts = block === null ? null : await checks.transfersInReceipts(token.address, block, signal)
    if (block === null || receipts === null) continue
    const stored = await store.read.transfers({ token, limit: null, blocks: { from: block, to: block } })
    probes.push({ block, isWrong: !isSame(stored, receipts.rows), isProven: receipts.isProven })
  }
  return probes
}

function sampleEvenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, i) => items[Math.round((i * (items.length - 1)) / (count - 1))]).filter((item) => item !== undefined)
}
