import { setImmediate as nextTurn } from 'node:timers/promises'
import { hexToBytes, keccak256, toRlp } from 'viem'
import { toMinimalBytes } from './rlp-values.ts'

/**
 * The root of a Merkle Patricia trie whose keys are the RLP of the values' indices, such as the receipts trie of a block:
 * https://ethereum.org/developers/docs/data-structures-and-encoding/patricia-merkle-trie. Hashing yields to the event loop, because the receipts of a
 * busy block take tens of milliseconds.
 */
export async function orderedTrieRoot(values: readonly Uint8Array[]): Promise<string> {
  const items = values.map((value, index): Item => ({ nibbles: nibblesOf(toRlp(toMinimalBytes(index), 'bytes')), value }))
  const sorted = items.sort((a, b) => (a.nibbles < b.nibbles ? -1 : 1))
  return keccak256(toRlp(await node(sorted, 0)))
}

interface Item {
  /** The key in hex, one character a nibble. */
  readonly nibbles: string
  readonly value: Uint8Array
}

type Rlp = Uint8Array | readonly Rlp[]

const EMPTY: Uint8Array = new Uint8Array()
const HASH_BYTES = 32
/** A leaf of this size is hashed in about a millisecond. */
const BYTES_PER_TURN = 16_384
const nibblesOf = (key: Uint8Array): string => Buffer.from(key).toString('hex')

/** Bytes hashed since the last turn of the event loop. */
let hashed = 0

async function node(items: readonly Item[], depth: number): Promise<Rlp> {
  const [first, second] = items
  if (first === undefined) return EMPTY
  if (second === undefined) return [pathOf(first.nibbles.slice(depth), true), first.value]
  const shared = sharedLength(first.nibbles, items.at(-1)?.nibbles ?? '', depth)
  if (shared > 0) return [pathOf(first.nibbles.slice(depth, depth + shared), false), await reference(items, depth + shared)]
  const children: Rlp[] = []
  for (const nibble of '0123456789abcdef') {
    const below = items.filter(({ nibbles }) => nibbles[depth] === nibble)
    children.push(below.length === 0 ? EMPTY : await reference(below, depth + 1))
  }
  return [...children, EMPTY]
}

/** A node shorter than 32 bytes is embedded in its parent; any other is referenced by its hash. */
async function reference(items: readonly Item[], depth: number): Promise<Rlp> {
  const made = await node(items, depth)
  const encoded = toRlp(made, 'bytes')
  if (encoded.length < HASH_BYTES) return made
  hashed += encoded.length
  if (hashed > BYTES_PER_TURN) {
    hashed = 0
    await nextTurn()
  }
  return keccak256(encoded, 'bytes')
}

function sharedLength(a: string, b: string, from: number): number {
  let length = 0
  while (from + length < a.length && a[from + length] === b[from + length]) length++
  return length
}

/** Hex-prefix encoding of a path. */
function pathOf(nibbles: string, isLeaf: boolean): Uint8Array {
  const flag = (isLeaf ? 2 : 0) + (nibbles.length % 2)
  return hexToBytes(`0x${flag.toString(16)}${nibbles.length % 2 === 0 ? '0' : ''}${nibbles}`)
}
