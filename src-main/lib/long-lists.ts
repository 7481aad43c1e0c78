import { MessageChannel, MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Values with long lists, between threads. A thread deserializes a message at once, and the messages that wait at a port with listeners in one turn
 * of its event loop. So a long list waits at a port of its own, from which the receiver takes one part a turn.
 */

/** Deserializing them takes far less than a frame (16 ms): about 3 ms for trades, which are the largest rows. */
export const ROWS_PER_PART = 500

/** A value as it is posted, and the ports to transfer with it: none if it has no long list. */
export interface Packed {
  readonly value: unknown
  readonly ports: readonly MessagePort[]
}

/** Packs a long list, or the long lists that are members of an object. Other values are posted as they are. */
export function packLists(value: unknown): Packed {
  const ports: MessagePort[] = []
  const pack = (member: unknown): unknown => {
    if (!Array.isArray(member) || member.length <= ROWS_PER_PART) return member
    const port = portOf(member)
    ports.push(port)
    return port
  }
  const packed = isPlain(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, pack(member)])) : pack(value)
  return ports.length === 0 ? { value, ports } : { value: packed, ports }
}

/** The value that was packed. */
export async function unpackLists(packed: unknown): Promise<unknown> {
  if (!isPlain(packed)) return unpack(packed)
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(packed)) members.push([name, await unpack(member)])
  return Object.fromEntries(members)
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const unpack = async (member: unknown): Promise<unknown> => (member instanceof MessagePort ? takeRows(member) : member)

function portOf(rows: readonly unknown[]): MessagePort {
  const { port1, port2 } = new MessageChannel()
  for (let at = 0; at < rows.length; at += ROWS_PER_PART) port1.postMessage(rows.slice(at, at + ROWS_PER_PART))
  return port2
}

async function takeRows(port: MessagePort): Promise<unknown[]> {
  const rows: unknown[] = []
  await takeParts<readonly unknown[]>(port, (part) => void rows.push(...part))
  return rows
}

/** Takes the messages that wait at a port, one a turn of the event loop, and closes it. */
export async function takeParts<Part>(port: MessagePort, onPart: (part: Part) => void): Promise<void> {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    onPart((next as { readonly message: Part }).message)
    await nextTurn()
  }
  port.close()
}
