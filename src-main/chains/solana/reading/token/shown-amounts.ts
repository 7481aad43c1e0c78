import { ByteReader } from '../../encoding/byte-reader.ts'

/** What a Token-2022 mint does to the amounts that wallets show, and to the balances that the chain shows. */
export interface ShownAmounts {
  /** Factor that wallets multiply amounts by; null without the extension. */
  readonly multiplier: { readonly now: number; readonly later: number; /** Unix seconds. */ readonly from: number } | null
  /** Yearly rate in basis points that wallets add to amounts; null without the extension. */
  readonly interest: number | null
  /** Whether holders can hide parts of their balances (confidential transfers). */
  readonly isConfidential: boolean
  /** Whether it issues confidential balances, which its supply does not count (`ConfidentialMintBurn`). */
  readonly hidesSupply: boolean
}

/** `ExtensionType` numbers (https://github.com/solana-program/token-2022/blob/main/interface/src/extension/mod.rs). */
const EXTENSION = { confidentialTransfer: 4, interestBearing: 10, confidentialMintBurn: 24, scaledUiAmount: 25 } as const

export function readShownAmounts(extensions: ReadonlyMap<number, Uint8Array>): ShownAmounts {
  const scaled = extensions.get(EXTENSION.scaledUiAmount)
  const interest = extensions.get(EXTENSION.interestBearing)
  return {
    multiplier: scaled === undefined ? null : readMultiplier(scaled),
    interest: interest === undefined ? null : readRate(interest),
    isConfidential: extensions.has(EXTENSION.confidentialTransfer),
    hidesSupply: extensions.has(EXTENSION.confidentialMintBurn),
  }
}

/** An authority, the multiplier, the time from which another applies, and that one. */
function readMultiplier(bytes: Uint8Array): ShownAmounts['multiplier'] {
  const reader = new ByteReader(bytes, 32)
  const [now, from, later] = [reader.raw(8), reader.u64(), reader.raw(8)]
  if (now === null || from === null || later === null) return null
  return { now: doubleOf(now), later: doubleOf(later), from: Number(from) }
}

const doubleOf = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getFloat64(0, true)

/** An authority, two times with the average rate between them, and the current rate, signed. */
function readRate(bytes: Uint8Array): number | null {
  const rate = new ByteReader(bytes, 50).raw(2)
  return rate === null ? null : new DataView(rate.buffer, rate.byteOffset, rate.length).getInt16(0, true)
}

/** @param time of the read, Unix seconds */
export function amountNotes({ multiplier, interest, isConfidential, hidesSupply }: ShownAmounts, time: number): string[] {
  const factor = multiplier === null ? 1 : time >= multiplier.from ? multiplier.later : multiplier.now
  return [
    factor === 1 ? null : `Wallets show amounts multiplied by ${factor}. Amounts here are not multiplied.`,
    interest === null || interest === 0 ? null : `Wallets show amounts with ${interest / 100} % interest a year. Amounts here are without it.`,
    isConfidential ? 'Holders can hide parts of their balances in confidential transfers. What they hide is in no list of holders.' : null,
    hidesSupply ? 'The mint issues hidden balances. Its supply is what it issued openly.' : null,
  ].filter((note) => note !== null)
}
