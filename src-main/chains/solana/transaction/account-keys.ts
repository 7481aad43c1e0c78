import { encodeKey } from '../encoding/byte-reader.ts'
import { AddressIndex } from './address-index.ts'

/** Above what a transaction can list. Account indexes are one byte, and parsed answers name a few more accounts. */
const MAX_KEYS = 1_024

/** Keys that are encoded on first use. */
interface LazyKeys {
  readonly length: number
  name(index: number): string
}

const NO_LAZY_KEYS: LazyKeys = { length: 0, name: () => '' }

export function binaryKeys(keys: readonly Uint8Array[]): LazyKeys {
  return { length: keys.length, name: (index) => encodeKey(keys[index] ?? NO_KEY) }
}
const NO_KEY = new Uint8Array()

/**
 * The accounts of a transaction by index: static keys, then loaded writable ones, then loaded read-only ones. Binary keys are
 * encoded as base58 on first use, because most are never needed.
 */
export class AccountKeys {
  private readonly names: (string | undefined)[]
  private readonly lazy: LazyKeys
  private indexes: AddressIndex | null = null

  /** @param names of the keys, or of the keys after the lazy ones. The list is retained and extended. */
  constructor(names: (string | undefined)[], lazy: LazyKeys = NO_LAZY_KEYS) {
    this.names = lazy.length === 0 ? names : [...new Array<undefined>(lazy.length), ...names]
    this.lazy = lazy
  }

  get length(): number {
    return this.names.length
  }

  /** The address at an index; undefined if the index is out of range. */
  at(index: number): string | undefined {
    if (index < 0) return undefined
    const name = this.names[index]
    if (name !== undefined) return name
    return index < this.lazy.length ? (this.names[index] = this.lazy.name(index)) : undefined
  }

  /**
   * The index of an address. Parsed answers may name accounts that are not in the key list. These accounts get the next free index, or -1 if
   * there are too many.
   */
  indexOf(name: string): number {
    this.indexes ??= this.byName()
    const known = this.indexes.find(name)
    if (known >= 0) return known
    if (this.names.length >= MAX_KEYS) return -1
    this.indexes.add(name)
    return this.names.push(name) - 1
  }

  private byName(): AddressIndex {
    const indexes = new AddressIndex()
    for (let index = 0; index < this.names.length; index++) indexes.add(this.at(index) ?? '')
    return indexes
  }
}

/** The accounts of one instruction: key indexes, or addresses in parsed answers. */
export class InstructionAccounts {
  private readonly keys: AccountKeys
  private readonly rows: ArrayLike<unknown>

  constructor(keys: AccountKeys, rows: ArrayLike<unknown>) {
    this.keys = keys
    this.rows = rows
  }

  get length(): number {
    return this.rows.length
  }

  /** The key index at a position; -1 if there is none. */
  at(position: number): number {
    const row = position < this.length ? this.rows[position] : undefined
    if (typeof row === 'number') return row >= 0 && row < this.keys.length ? row : -1
    return typeof row === 'string' ? this.keys.indexOf(row) : -1
  }

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
