import type { RawCall } from './raw-call.ts'

/** Probes the calls of an EVM endpoint that save other calls (docs/chains.md#evm). One sentence each. */
export async function checkEvm(call: RawCall): Promise<string[]> {
  const head = await call('eth_blockNumber', [])
  if ('refusal' in head) return [`eth_blockNumber: ${head.refusal}.`]
  const receipts = await call('eth_getBlockReceipts', [head.result])
  return [`Receipts of a whole block: ${'refusal' in receipts ? receipts.refusal : countText(receipts.result)}.`]
}

const countText = (result: unknown): string => (Array.isArray(result) ? `yes, ${result.length} in the newest` : 'no list')
