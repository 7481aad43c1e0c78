/**
 * `Batch` of the token programs executes several of their instructions: its data holds, for each, the number of its accounts, the length of its
 * data and the data; the accounts of all follow each other (https://github.com/solana-program/token/blob/main/pinocchio/interface/src/instruction.rs).
 * Nothing else in an answer shows these instructions: they are no calls, and the program does not log them.
 */
export const BATCH = 255
/** Of a batch that moves an amount: its number, two counts, and the number and amount of one instruction. */
export const MIN_BATCH_BYTES = 12
const HEADER_BYTES = 2

/** With account keys in the form that the batch has them. */
export type BatchedInstruction = Readonly<Record<'accounts', readonly unknown[]> & Record<'data', Uint8Array>>

/** @returns the instructions in order; none if the counts and lengths do not fit */
export function readBatch(data: Uint8Array, accounts: ArrayLike<unknown>): BatchedInstruction[] {
  const found: BatchedInstruction[] = []
  let account = 0
  for (let at = 1; at < data.length;) {
    const [count = 0, length = 0] = data.subarray(at, at + HEADER_BYTES)
    const start = at + HEADER_BYTES
    at = start + length
    if (length === 0 || at > data.length || account + count > accounts.length) return []
    const first = account
    found.push({ accounts: Array.from({ length: count }, (_, i) => accounts[first + i]), data: data.subarray(start, at) })
    account += count
  }
  return found
}
