import { setImmediate as nextTurn } from 'node:timers/promises'
import { hexToBytes, toRlp } from 'viem'
import type { z } from 'zod'
import { hash, hexBig, hexBytes, hexNumber, rawReceipt } from '../transaction/raw.ts'
import { orderedTrieRoot } from './ordered-trie.ts'
import { toMinimalBytes } from './rlp-values.ts'

/** A receipt with everything that its hash covers. */
export const wholeReceipt = rawReceipt.extend({
  type: hexNumber.optional(),
  cumulativeGasUsed: hexBig,
  logsBloom: hexBytes,
  /** Replaces the status before the Byzantium fork. */
  root: hash.nullish(),
  /** For deposits (type 0x7e): https://specs.optimism.io/protocol/deposits.html. */
  depositNonce: hexBig.nullish(),
  depositReceiptVersion: hexBig.nullish(),
})
export type WholeReceipt = z.infer<typeof wholeReceipt>

/** The receiptsRoot that a block with these receipts has: https://eips.ethereum.org/EIPS/eip-2718. */
export async function receiptsRoot(receipts: readonly WholeReceipt[]): Promise<string> {
  const encoded: Uint8Array[] = []
  for (const receipt of receipts) {
    if (encoded.length % RECEIPTS_PER_TURN === RECEIPTS_PER_TURN - 1) await nextTurn()
    encoded.push(encodeReceipt(receipt))
  }
  return orderedTrieRoot(encoded)
}

/** Encoding this many takes a few milliseconds. */
const RECEIPTS_PER_TURN = 25

function encodeReceipt(receipt: WholeReceipt): Uint8Array {
  const { type = 0, status, root, cumulativeGasUsed, logsBloom, logs, depositNonce, depositReceiptVersion } = receipt
  const outcome = typeof status === 'number' ? toMinimalBytes(status) : hexToBytes(root ?? '0x')
  // Before the Canyon fork the nonce of a deposit is reported but not hashed.
  const deposit = depositReceiptVersion == null ? [] : [toMinimalBytes(depositNonce ?? 0n), toMinimalBytes(depositReceiptVersion)]
  const body = toRlp(
    [
      outcome,
      toMinimalBytes(cumulativeGasUsed),
      hexToBytes(logsBloom),
      logs.map(({ address, topics, data }) => [hexToBytes(address as `0x${string}`), topics.map((topic) => hexToBytes(topic)), hexToBytes(data)]),
      ...deposit,
    ],
    'bytes',
  )
  return type === 0 ? body : Buffer.concat([Uint8Array.of(type), body])
}
