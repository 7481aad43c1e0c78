import type { BlockRange } from '../../../store/interface.ts'
import type { CrossChecks } from '../../../chains/cross-checks.ts'
import { answeredOrNull } from '../../../chains/rpc/answered.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import type { StageContext } from '../stage.ts'
import { isSame } from './same-transfers.ts'

/** Sampled blocks with stored transfers, and as many without. Each costs one or two calls. Few, because every read pays for them. */
const SAMPLED_BLOCKS = 6
/** Blocks without stored transfers whose bloom filter admits some are settled by their receipts. A filter of a busy block admits one address in ten. */
const MAX_RECEIPTS = 3
const CONCURRENCY = 4

/**
 * Compares a sample of the stored transfers with receipts and with the bloom filters of blocks.
 *
 * @param closely reads the receipts of whole blocks, which also show missing transfers, instead of single transactions
 * @returns blocks whose stored transfers are wrong
 */
export async function checkSample(
  context: StageContext,
  checks: CrossChecks,
  { blocks, closely }: { readonly blocks: BlockRange; readonly closely: boolean },
): Promise<number[]> {
  const { store, token } = context
  const sampled = await store.read.transferBlocks({ token, blocks, limit: SAMPLED_BLOCKS })
  const verdicts = await mapLimited(sampled, CONCURRENCY, async (block) => ((await isWrong(context, checks, block, closely)) ? [block] : []))
  return [...verdicts.flat(), ...(await findMissing(context, checks, await emptyBlocks(context, sampled, blocks)))]
}

/** Whether the transfers of a block differ from the stored ones, by the receipts of all its transactions, or of one if no closer check is due. */
async function isWrong({ store, token, signal }: StageContext, checks: CrossChecks, block: number, closely: boolean): Promise<boolean> {
  // A filter without the token contradicts the stored rows, and the receipts decide: some nodes return empty filters.
  const isContradicted = (await answeredOrNull(checks.mayHaveTransfers(token.address, block, signal), signal)) === false
  const stored = await store.read.transfers({ token, limit: null, blocks: { from: block, to: block } })
  const receipts = closely || isContradicted ? await checks.transfersInReceipts(token.address, block, signal) : null
  if (receipts !== null) return !isSame(stored, receipts.rows)
  const tx = stored[0]?.tx
  if (tx === undefined) return false
  const ofTransaction = stored.filter((row) => row.tx === tx)
  const inReceipt = await answeredOrNull(checks.transfersInTransaction(token.address, tx, signal), signal)
  return inReceipt !== null && !isSame(ofTransaction, inReceipt)
}

/** The first block after each sampled one that has no stored transfer. */
async function emptyBlocks({ store, token }: StageContext, sampled: readonly number[], { to }: BlockRange): Promise<number[]> {
  const found = new Set<number>()
  for (const block of sampled) {
    const near = { from: block + 1, to: Math.min(to, block + SAMPLED_BLOCKS) }
    const after = new Set((await store.read.transfers({ token, limit: null, blocks: near })).map(({ position }) => position.block))
    const empty = Array.from({ length: SAMPLED_BLOCKS }, (_, i) => block + 1 + i).find((one) => one <= to && !after.has(one))
    if (empty !== undefined) found.add(empty)
  }
  return [...found]
}

async function findMissing({ token, signal }: StageContext, checks: CrossChecks, blocks: readonly number[]): Promise<number[]> {
  const admitted = await mapLimited(blocks, CONCURRENCY, async (block) => {
    const mayHave = await answeredOrNull(checks.mayHaveTransfers(token.address, block, signal), signal)
    return mayHave === true ? [block] : []
  })
  const missing: number[] = []
  for (const block of admitted.flat().slice(0, MAX_RECEIPTS)) {
    const found = await checks.transfersInReceipts(token.address, block, signal)
    if (found !== null && found.rows.length > 0) missing.push(block)
  }
  return missing
}
