import type { StreamName } from '../../../src-shared/contract/streams.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Framing } from './topic-event.ts'

/**
 * WebSocket text frames (RFC 6455 §5.2; a server does not mask). The envelope of an event is split after `address`: the head belongs to the topic,
 * the tail to the event. The end of the envelope, with the number of the event, belongs to the subscription.
 */

const TEXT_FINAL = 0x81
const LENGTH_16 = 126
const LENGTH_64 = 127
const BYTE_BITS = 8
const MAX_7 = 125
const MAX_16 = 0xffff
const MAX_BYTE = 0xff

export const webSocketFrame: Framing = {
  before(length) {
    if (length <= MAX_7) return String.fromCharCode(TEXT_FINAL, length)
    if (length <= MAX_16) return String.fromCharCode(TEXT_FINAL, LENGTH_16, length >> BYTE_BITS, length & MAX_BYTE)
    const header = Buffer.from([TEXT_FINAL, LENGTH_64, 0, 0, 0, 0, 0, 0, 0, 0])
    header.writeBigUInt64BE(BigInt(length), 2)
    return header.toString('latin1')
  },
  after: '',
}

/** The envelope up to and including the address, made once per topic. */
export const eventHead = (network: NetworkId, address: string): Buffer =>
  Buffer.from(`{"op":"event","network":"${network}","address":${JSON.stringify(address)}`)

/**
 * The envelope after the address, without its end. Built once per event.
 *
 * @param data JSON, as text or as pieces of bytes
 * @param notes further members of the envelope, each with its leading comma
 * @param member the member that holds the data
 */
export function eventTail(stream: StreamName, timestamp: string, data: string | readonly Uint8Array[], notes = '', member = 'data'): Buffer {
  const start = `,"stream":"${stream}","timestamp":"${timestamp}","${member}":`
  return typeof data === 'string' ? Buffer.from(`${start}${data}${notes}`) : Buffer.concat([Buffer.from(start), ...data, Buffer.from(notes)])
}
