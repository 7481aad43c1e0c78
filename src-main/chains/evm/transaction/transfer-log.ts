import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { addressInTopic, addressOfWord, word } from '../encoding/words.ts'
import type { RawLog } from './log.ts'

/** keccak256 of Transfer(address,address,uint256), used by ERC-20 and ERC-721: https://eips.ethereum.org/EIPS/eip-20. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The fields of an ERC-20 Transfer. Null for any other log, including ERC-721 transfers, which index the id and so have four topics. */
export function readTransfer(log: Pick<RawLog, 'topics' | 'data'>): { from: Address; to: Address; raw: bigint } | null {
  if (log.topics[0] !== TRANSFER_TOPIC) return null
  const [, from, to] = log.topics
  if (log.topics.length === 3 && from !== undefined && to !== undefined) {
    const raw = word(log.data, 0)
    return raw === null ? null : { from: addressInTopic(from), to: addressInTopic(to), raw }
  }
  if (log.topics.length !== 1) return null
  const [first, second, raw] = [word(log.data, 0), word(log.data, 1), word(log.data, 2)]
  if (first === null || second === null || raw === null) return null
  return { from: addressOfWord(first), to: addressOfWord(second), raw }
}

export function toTransfer(network: NetworkId, log: RawLog, time: number | null): Transfer | null {
  const read = readTransfer(log)
  if (read === null) return null
  const { from, to, raw } = read
  return {
    kind: 'transfer',
    network,
    position: { block: log.blockNumber, tx: log.transactionIndex, event: log.logIndex },
    time,
    tx: log.transactionHash,
    token: log.address,
    from,
    to,
    raw,
  }
}

/** @param times unix seconds by block number; null in the rows of other blocks */
export function toTransfers(network: NetworkId, logs: readonly RawLog[], times: ReadonlyMap<number, number>): Transfer[] {
  const transfers: Transfer[] = []
  for (const log of logs) {
    const transfer = toTransfer(network, log, times.get(log.blockNumber) ?? null)
    if (transfer !== null) transfers.push(transfer)
  }
  return transfers
}
