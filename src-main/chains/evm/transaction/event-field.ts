import type { Address } from '../../../../src-shared/domain/address.ts'
import { addressOfWord, word } from '../encoding/words.ts'
import type { RawLog } from './log.ts'

/** A field of an event: the i-th 32-byte word of its data, or its i-th topic. */
export type EventField = { readonly word: number } | { readonly topic: number }

export const data = (index: number): EventField => ({ word: index })
export const topic = (index: number): EventField => ({ topic: index })

export function valueAt(log: RawLog, field: EventField): bigint | null {
  if ('word' in field) return word(log.data, field.word)
  const text = log.topics[field.topic]
  return text === undefined ? null : BigInt(text)
}

/** Null for an absent field. */
export function addressAt(log: RawLog, field: EventField | undefined): Address | null {
  const value = field === undefined ? null : valueAt(log, field)
  return value === null ? null : addressOfWord(value)
}
