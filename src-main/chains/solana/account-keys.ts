import { encodeKey } from './bytes.ts'
import { NameIndex } from './name-index.ts'

/** More keys than any transaction can name (its size allows 64 of its own and 256 looked-up ones). */
const MAX_KEYS = 1_024

/** Keys whose text is made when somebody asks. */
interface UnnamedKeys {
  readonly length: number
  name(index: number): string
}

const ALL_NAMED: UnnamedKeys = { length: 0, name: () => '' }

export function binaryKeys(keys: readonly Uint8Array[]): UnnamedKeys {
  return { length: keys.length, name: (index) => encodeKey(keys[index] ?? NO_KEY) }
}
const NO_KEY = new Uint8Array()

/**
 * The accounts of a transaction by index: static keys, then looked-up writable ones, then looked-up read-only ones. Keys in
 * binary form become text when somebody asks for their name, because most are never asked for.
 */
export class AccountKeys {
  private readonly names: (string | undefined)[]
  private readonly unnamed: UnnamedKeys
  private indexes: NameIndex | null = null

  /** @param names of the keys, kept and added to; of those behind the unnamed ones, where there are such */
  constructor(names: (string | undefined)[], unnamed: UnnamedKeys = ALL_NAMED) {
    this.names = unnamed.length === 0 ? names : [...new Array<undefined>(unnamed.length), ...names]
    this.unnamed = unnamed
  }

  get length(): number {
    return this.names.length
  }

  /** The address of an index; undefined where the transaction has none. */
  at(index: number): string | undefined {
    if (index < 0) return undefined
    const name = this.names[index]
    if (name !== undefined) return name
    return index < this.unnamed.length ? (this.names[index] = this.unnamed.name(index)) : undefined
  }

  /** The index of an address. Parsed answers name accounts by text; one that the list lacks gets the next index, -1 when there are too many. */
  indexOf(name: string): number {
    this.indexes ??= this.byName()
    const known = this.indexes.find(name)
    if (known >= 0) return known
    if (this.names.length >= MAX_KEYS) return -1
    this.indexes.add(name)
    return this.names.push(name) - 1
  }

  private byName(): NameIndex {
    const indexes = new NameIndex()
    for (let index = 0; index < this.names.length; index++) indexes.add(this.at(index) ?? '')
    return indexes
  }
}

/** The accounts of one instruction as the node wrote them: indexes, or names in parsed answers, looked up when asked for. */
export class InstructionAccounts {
  private readonly keys: AccountKeys
  private readonly rows: ArrayLike<unknown>
  private readonly start: number
  readonly length: number

  /** @param start where in `rows` the instruction's own begin */
  constructor(keys: AccountKeys, rows: ArrayLike<unknown>, start = 0, length = rows.length) {
    this.keys = keys
    this.rows = rows
    this.start = start
    this.length = length
  }

  /** The key's index at a position; -1 where there is none. */
  at(position: number): number {
    const row = position < this.length ? this.rows[this.start + position] : undefined
    if (typeof row === 'number') return row >= 0 && row < this.keys.length ? row : -1
    return typeof row === 'string' ? this.keys.indexOf(row) : -1
  }

  /** The keys' indexes at several positions. */
  keysAt(positions: readonly number[]): number[] {
    const found: number[] = []
    for (const position of positions) found.push(this.at(position))
    return found
  }

  /** The address at a position. */
  name(position: number): string | undefined {
    return this.keys.at(this.at(position))
  }
}
