import type { Transfer } from '../../../../src-shared/domain/events.ts'
import { countOf, grouped } from '../../../../src-shared/domain/shown.ts'
import type { CrossChecks, EndpointTransfers } from '../../../chains/cross-checks.ts'
import type { BlockRange } from '../../../store/interface.ts'
import type { StageContext } from '../stage.ts'
import { isSame } from './same-transfers.ts'

/** Blocks that each endpoint returns again on its own, in a range other than the read's. One call per block and endpoint. */
const BLOCKS = 3

export interface EndpointCheck {
  /** Blocks for which an endpoint now returns transfers other than the stored ones. */
  readonly differing: readonly number[]
  /** Which endpoints disagreed, and which of them the chain confirms. */
  readonly notes: readonly string[]
}

/** Reads sampled blocks from each endpoint alone and compares the answers with the stored rows and with one another. */
export async function checkEndpoints(context: StageContext, checks: CrossChecks, blocks: BlockRange): Promise<EndpointCheck> {
  const { store, token, signal } = context
  const differing: number[] = []
  let note: string | null = null
  for (const block of await store.read.transferBlocks({ token, blocks, limit: BLOCKS })) {
    const stored = await store.read.transfers({ token, limit: null, blocks: { from: block, to: block } })
    const answers = await checks.transfersByEndpoint(token.address, block, signal)
    const isOther = answers.some(({ rows }) => !isSame(stored, rows))
    if (isOther && !(await areConfirmed(context, checks, block, stored))) differing.push(block)
    note ??= await describeDisagreement(context, checks, block, answers)
  }
  return { differing, notes: note === null ? [] : [note] }
}

/** Whether receipts prove the stored rows, for example if an archive has blocks whose events the endpoint no longer keeps. */
async function areConfirmed({ token, signal }: StageContext, checks: CrossChecks, block: number, stored: readonly Transfer[]): Promise<boolean> {
  const receipts = await checks.transfersInReceipts(token.address, block, signal)
  return receipts?.isProven === true && isSame(stored, receipts.rows)
}

async function describeDisagreement(
  { token, signal }: StageContext,
  checks: CrossChecks,
  block: number,
  answers: readonly EndpointTransfers[],
): Promise<string | null> {
  const [first, ...others] = answers
  const other = others.find(({ rows }) => first !== undefined && !isSame(first.rows, rows))
  if (first === undefined || other === undefined) return null
  const claim = `${first.host} returns ${countOf(first.rows.length, 'transfer')} of block ${grouped(block)} and ${other.host} ${grouped(other.rows.length)}`
  const proof = await checks.transfersInReceipts(token.address, block, signal)
  if (proof?.isProven !== true) return `${claim}; no endpoint returns receipts that prove which is right.`
  const right = answers.filter(({ rows }) => isSame(rows, proof.rows)).map(({ host }) => host)
  return `${claim}; the receipts of the block confirm ${right.length === 0 ? 'neither' : right.join(', ')}.`
}
