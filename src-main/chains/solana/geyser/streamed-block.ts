import type { Trade } from '../../../../src-shared/domain/events.ts'
import type { DecodedBlock } from '../decode/decode-block.ts'
import { decodeSolanaTrades } from '../decode/decode.ts'
import { normaliseBinary } from '../decode/normalise.ts'
import { readTime } from './messages.ts'
import { ProtoReader } from './protobuf.ts'
import { readStreamedTransaction, type StreamedTransaction } from './streamed.ts'

/** Fields of `SubscribeUpdateBlock`, as in messages.ts. @returns null for bytes that are not a complete block */
export function decodeStreamedBlock(bytes: Uint8Array): DecodedBlock | null {
  const reader = new ProtoReader(bytes)
  let [slot, parent, hash, previousHash] = [0, 0, '', '']
  let time: number | null = null
  const transactions: StreamedTransaction[] = []
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) slot = reader.count()
    else if (field === 2) hash = reader.text()
    else if (field === 4) time = readTime(reader.message())
    else if (field === 6) {
      const info = reader.block()
      if (isVote(info)) continue
      const transaction = readStreamedTransaction(new ProtoReader(info))
      if (transaction === null) return null
      transactions.push(transaction)
    } else if (field === 7) parent = reader.count()
    else if (field === 8) previousHash = reader.text()
  }
  if (reader.broken || parent >= slot || hash === '') return null
  const trades = transactions.sort((a, b) => a.index - b.index).flatMap((transaction) => tradesOf(transaction, slot, time))
  return { slot, parent, hash, previousHash, time, trades }
}

/** Whether it is a validator's vote, as most transactions of a block are. */
function isVote(info: Uint8Array): boolean {
  const reader = new ProtoReader(info)
  for (let field = reader.next(); field !== 0; field = reader.next()) if (field === 2) return reader.count() === 1
  return false
}

function tradesOf(transaction: StreamedTransaction, slot: number, time: number | null): Trade[] {
  const normal = normaliseBinary(transaction, { slot, time, index: transaction.index })
  return normal === null ? [] : decodeSolanaTrades(normal)
}
