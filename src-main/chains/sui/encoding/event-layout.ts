import { bcs } from '@mysten/sui/bcs'
import { parseSuiAddress } from './move-type.ts'

/**
 * Layouts of Move events: field names in declaration order, which is the order of BCS. If a transport gives no bytes, the JSON of an event is read by
 * the same layout. Its shape differs between transports, so values are coerced.
 */

const bool = bcs.u8().transform({ output: toBool })
const u16 = bcs.u16().transform({ output: BigInt })
const u32 = bcs.u32().transform({ output: BigInt })
const u64 = bcs.u64().transform({ output: BigInt })
const u128 = bcs.u128().transform({ output: BigInt })
const u256 = bcs.u256().transform({ output: BigInt })
const hex = bcs.byteVector().transform({ output: (value) => Buffer.from(value).toString('hex') })

const BCS_TYPES = {
  bool,
  u16,
  u32,
  u64,
  u128,
  /** Also a struct of one, such as a fixed-point number. */
  u256,
  /** An object id or an account. */
  id: bcs.Address,
  /** A string, or a type name (a struct of one string). */
  text: bcs.string(),
  maybeId: bcs.option(bcs.Address),
  texts: bcs.vector(bcs.string()),
  u32s: bcs.vector(u32),
  u64s: bcs.vector(u64),
  /** Opaque bytes, as hexadecimal. */
  bytes: hex,
}
type FieldKind = keyof typeof BCS_TYPES
export type EventLayout = Readonly<Record<string, FieldKind>>
export type FieldsOf<L extends EventLayout> = { readonly [K in keyof L]: (typeof BCS_TYPES)[L[K]]['$inferType'] }

/** Longest list that is read from JSON. */
const MAX_JSON_LIST = 64

const structs = new WeakMap<EventLayout, { parse(bytes: Uint8Array): unknown }>()

/**
 * Returns null if the bytes do not fit the layout, for example in another version of the event. Bytes after the last field are ignored, because later
 * versions append fields.
 */
export function parseEventBytes<L extends EventLayout>(layout: L, bytes: Uint8Array): FieldsOf<L> | null {
  let struct = structs.get(layout)
  if (struct === undefined) {
    struct = bcs.struct('Event', Object.fromEntries(Object.entries(layout).map(([name, kind]) => [name, BCS_TYPES[kind]])))
    structs.set(layout, struct)
  }
  try {
    // The reader of BCS checks its bounds against the underlying buffer, not against the view, so it gets its own buffer.
    return struct.parse(new Uint8Array(bytes)) as FieldsOf<L>
  } catch {
    return null
  }
}

function toBool(byte: number): boolean {
  if (byte > 1) throw new TypeError(`${byte} is not a bool`)
  return byte === 1
}

/** Returns null if a field is missing or of another kind. */
export function parseEventJson<L extends EventLayout>(layout: L, json: unknown): FieldsOf<L> | null {
  const outer = asRecord(json)
  const record = asRecord(outer?.['pos0']) ?? outer
  if (record === null) return null
  const fields: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(layout)) {
    const value = FROM_JSON[kind](record[name])
    if (value === undefined) return null
    fields[name] = value
  }
  return fields as FieldsOf<L>
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : null

function toInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^\d{1,40}$/.test(value)) return BigInt(value)
  const bits = asRecord(value)?.['bits']
  return bits === undefined ? undefined : toInteger(bits)
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const name = asRecord(value)?.['name']
  return typeof name === 'string' ? name : undefined
}

const toWide = (value: unknown): bigint | undefined => {
  const text = asRecord(value)?.['value'] ?? value
  return typeof text === 'string' && /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
}

const toId = (value: unknown): string | undefined => (typeof value === 'string' ? (parseSuiAddress(value) ?? undefined) : undefined)

function toList<T>(value: unknown, read: (item: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_JSON_LIST) return undefined
  const items = value.map(read)
  return items.every((item) => item !== undefined) ? items : undefined
}

/** Each returns undefined for a value of another kind. */
const FROM_JSON: Readonly<Record<FieldKind, (value: unknown) => unknown>> = {
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  u16: toInteger,
  u32: toInteger,
  u64: toInteger,
  u128: toInteger,
  u256: toWide,
  id: toId,
  text: toText,
  maybeId: (value) => (value === null || value === undefined ? null : toId(value)),
  texts: (value) => toList(value, toText),
  u32s: (value) => toList(value, toInteger),
  u64s: (value) => toList(value, toInteger),
  bytes: (value) => (typeof value === 'string' ? value : Array.isArray(value) ? '' : undefined),
}
