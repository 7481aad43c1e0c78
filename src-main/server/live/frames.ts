import type { StreamName } from '../../../src-shared/contract/streams.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'

/**
 * WebSocket text frames (RFC 6455 §5.2; a server does not mask). The envelope of an event is split after `address`: the head belongs to the topic,
 * the tail to the event. The end of the envelope, with the number of the event, belongs to the subscription.
 */

const TEXT_FINAL = 0x81
const LENGTH_16 = 126
const LENGTH_64 = 127
const MAX_7 = 125
const MAX_16 = 0xffff

/** Also a `Framing`. */
export function webSocketFrame(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  let length = 0
  for (const part of parts) length += part.length
  const header = Buffer.allocUnsafe(length <= MAX_7 ? 2 : length <= MAX_16 ? 4 : 10)
  header[0] = TEXT_FINAL
  if (length <= MAX_7) header[1] = length
  else if (length <= MAX_16) header.writeUInt16BE(length, writeLengthMarker(header, LENGTH_16))
  else header.writeBigUInt64BE(BigInt(length), writeLengthMarker(header, LENGTH_64))
  return [header, ...parts]
}

/** Writes the marker of an extended length. Returns the offset of that length. */
function writeLengthMarker(header: Buffer, marker: number): number {
  header[1] = marker
  return 2
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
