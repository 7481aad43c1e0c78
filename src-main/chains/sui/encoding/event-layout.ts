import { parseSuiAddress } from './move-type.ts'

/**
 * Event fields by a small table per event: names in declaration order, which is the order of BCS. The JSON of an event is
 * read by the same table where a transport gives no bytes; its shape differs between transports, so values are coerced.
 */
type FieldKind = keyof FieldValues
interface FieldValues {
  bool: boolean
  u32: bigint
  u64: bigint
  u128: bigint
  /** 32 bytes: an object id or an account. */
  id: string
  /** A string, or a type name (a struct of one string). */
  text: string
  /** None is null. */
  maybeId: string | null
  texts: readonly string[]
  u64s: readonly bigint[]
  /** Opaque bytes, as hexadecimal. */
  bytes: string
}
export type EventLayout = Readonly<Record<string, FieldKind>>
export type FieldsOf<L extends EventLayout> = { readonly [K in keyof L]: FieldValues[L[K]] }

/** Longest list inside an event that is read. */
const LONGEST_LIST = 64

/** Null where the bytes end before the table does: another version of the event. Bytes after the table are later fields. */
export function parseEventBytes<L extends EventLayout>(layout: L, bytes: Uint8Array): FieldsOf<L> | null {
  const reader = new Reader(bytes)
  const fields: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(layout)) {
    const value = reader[kind]()
    if (value === undefined) return null
    fields[name] = value
  }
  return fields as FieldsOf<L>
}

/** Null where a field is missing or of another kind. */
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

/** Every read past the end answers undefined. */
class Reader implements Record<FieldKind, () => unknown> {
  private at = 0
  private readonly source: Uint8Array

  constructor(source: Uint8Array) {
    this.source = source
  }

  private take(size: number): Uint8Array | undefined {
    if (this.at + size > this.source.length) return undefined
    this.at += size
    return this.source.subarray(this.at - size, this.at)
  }

  private number(size: number): bigint | undefined {
    const bytes = this.take(size)
    return bytes === undefined ? undefined : bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  }

  /** Lengths are written seven bits a byte, low bits first. */
  private length(): number | undefined {
    let value = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.take(1)?.[0]
      if (byte === undefined) return undefined
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    return undefined
  }

  private list<T>(read: () => T | undefined): T[] | undefined {
    const size = this.length()
    if (size === undefined || size > LONGEST_LIST) return undefined
    const items: T[] = []
    for (let i = 0; i < size; i++) {
      const item = read()
      if (item === undefined) return undefined
      items.push(item)
    }
    return items
  }

  bool(): boolean | undefined {
    const byte = this.take(1)?.[0]
    return byte === 0 || byte === 1 ? byte === 1 : undefined
  }
  u32(): bigint | undefined {
    return this.number(4)
  }
  u64(): bigint | undefined {
    return this.number(8)
  }
  u128(): bigint | undefined {
    return this.number(16)
  }
  id(): string | undefined {
    const bytes = this.take(32)
    return bytes === undefined ? undefined : `0x${Buffer.from(bytes).toString('hex')}`
  }
  text(): string | undefined {
    const size = this.length()
    const bytes = size === undefined ? undefined : this.take(size)
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
  }
  maybeId(): string | null | undefined {
    const some = this.bool()
    return some === undefined ? undefined : some ? this.id() : null
  }
  bytes(): string | undefined {
    const size = this.length()
    const bytes = size === undefined ? undefined : this.take(size)
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('hex')
  }
  texts(): string[] | undefined {
    return this.list(() => this.text())
  }
  u64s(): bigint[] | undefined {
    return this.list(() => this.u64())
  }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : null

function integer(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^\d{1,40}$/.test(value)) return BigInt(value)
  const bits = asRecord(value)?.['bits']
  return bits === undefined ? undefined : integer(bits)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : ((name) => (typeof name === 'string' ? name : undefined))(asRecord(value)?.['name'])
}

const id = (value: unknown): string | undefined => (typeof value === 'string' ? (parseSuiAddress(value) ?? undefined) : undefined)

function list<T>(value: unknown, read: (item: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value) || value.length > LONGEST_LIST) return undefined
  const items = value.map(read)
  return items.every((item) => item !== undefined) ? items : undefined
}

const FROM_JSON: Readonly<Record<FieldKind, (value: unknown) => unknown>> = {
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  u32: integer,
  u64: integer,
  u128: integer,
  id,
  text,
  maybeId: (value) => (value === null || value === undefined ? null : id(value)),
  texts: (value) => list(value, text),
  u64s: (value) => list(value, integer),
  bytes: (value) => (typeof value === 'string' ? value : Array.isArray(value) ? '' : undefined),
}
