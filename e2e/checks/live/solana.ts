import { TOKEN_PROGRAM } from '../../../src-main/chains/solana/encoding/addresses.ts'
import type { RawCall } from './raw-call.ts'

/** Probes the calls of a Solana endpoint that reading long histories relies on (docs/chains.md#solana). One sentence each. */
export async function checkSolana(call: RawCall): Promise<string[]> {
  const head = await call('getSlot', [])
  if ('refusal' in head) return [`getSlot: ${head.refusal}.`]
  const first = await call('getFirstAvailableBlock', [])
  const lists: string[] = []
  for (const share of SHARES) lists.push(await checkListFrom(call, Math.floor(Number(head.result) * share)))
  return [`getFirstAvailableBlock: ${'refusal' in first ? first.refusal : `${Number(first.result)} at slot ${Number(head.result)}`}.`, ...lists]
}

/** How far back slots are tried, in shares of the chain's length. */
const SHARES = [0.25, 0.5, 0.9, 0.999]
const BLOCK = { encoding: 'json', transactionDetails: 'signatures', rewards: false, maxSupportedTransactionVersion: 0 }

/**
 * Whether lists of an address may begin at any transaction of an old block. Most of these transactions are votes that do not mention the
 * address. Every block mentions the token program.
 */
async function checkListFrom(call: RawCall, slot: number): Promise<string> {
  const blocks = await call('getBlocksWithLimit', [slot, 1])
  const [at] = 'result' in blocks && Array.isArray(blocks.result) ? (blocks.result as number[]) : []
  if (at === undefined) return `Slot ${slot}: ${'refusal' in blocks ? blocks.refusal : 'no block from there on'}.`
  const block = await call('getBlock', [at, BLOCK])
  if ('refusal' in block) return `Slot ${at}: getBlock: ${block.refusal}.`
  const { signatures = [] } = (block.result ?? {}) as { signatures?: string[] }
  const tried = [...new Set([signatures[0], signatures[signatures.length >> 1], signatures.at(-1)])].flatMap((one) => one ?? [])
  let listed = 0
  for (const before of tried) {
    const page = await call('getSignaturesForAddress', [TOKEN_PROGRAM, { limit: 1, before }])
    const [row] = 'result' in page && Array.isArray(page.result) ? (page.result as { slot: number }[]) : []
    if (row !== undefined && row.slot <= at) listed += 1
  }
  const [signature] = tried
  const transaction = await call('getTransaction', [signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }])
  const found = 'refusal' in transaction ? transaction.refusal : transaction.result === null ? 'missing' : 'there'
  return `Slot ${at}: lists begin at ${listed} of ${tried.length} of its transactions; its first transaction is ${found}.`
}
