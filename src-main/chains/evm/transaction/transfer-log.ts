import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { RawLog } from './log.ts'

/** From raw logs to domain events. Pure. */

/** keccak256 of Transfer(address,address,uint256), ERC-20 and ERC-721 alike. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const WORD = 64

/** The i-th 32-byte word of log data; null when the data is shorter. */
export function word(data: string, index: number): bigint | null {
  if (index === 0 && data.length === 2 + WORD) return BigInt(data)
  const start = 2 + index * WORD
  const hex = data.slice(start, start + WORD)
  return hex.length === WORD ? BigInt(`0x${hex}`) : null
}

/** Two's complement reading of a word. */
export function signedWord(data: string, index: number): bigint | null {
  const value = word(data, index)
  return value === null ? null : BigInt.asIntN(256, value)
}

/** The address in the low 20 bytes of a 32-byte word given as hex. */
export function addressInTopic(topic: string): Address {
  return trustedAddress(`0x${topic.slice(-40)}`)
}

/** Fields of an ERC-20 Transfer; null for anything else with that topic (ERC-721 indexes the id, so it has four topics). */
export function readTransfer(log: RawLog): { from: Address; to: Address; raw: bigint } | null {
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

function addressOfWord(value: bigint): Address {
  return trustedAddress(`0x${value.toString(16).padStart(40, '0').slice(-40)}`)
}

export function toTransfer(network: NetworkId, log: RawLog, time: number | null): Transfer | null {
  const read = readTransfer(log)
  if (read === null) return null
  return {
    kind: 'transfer',
    network,
    position: { block: log.blockNumber, tx: log.transactionIndex, event: log.logIndex },
    time,
    tx: log.transactionHash,
    token: log.address,
    ...read,
  }
}
