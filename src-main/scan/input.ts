import type { Address } from '../../src-shared/domain/address.ts'
import type { Label } from '../../src-shared/domain/labels.ts'
import type { TokenInfo } from '../../src-shared/domain/token.ts'
import type { SecurityFacts } from '../chains/security/facts.ts'

/** The input of the rules and the report. Null means unknown. */
export interface ScanInput {
  readonly token: TokenInfo
  readonly facts: SecurityFacts
  readonly holders: {
    /** Largest first. */
    readonly top: readonly HolderLine[]
    readonly count: number | null
    /** Whether they hide parts of their balances. */
    readonly areHidden?: true
  }
  /** Percent of supply that linked, early or inside wallets hold. */
  readonly origin: {
    readonly clusterPct: number | null
    readonly bundlersPct: number | null
    /** Creator and insiders together. */
    readonly insidersPct: number | null
    readonly snipersPct: number | null
  }
  readonly creatorRaw: bigint | null
  /** Other stored tokens of the same creator; null if the creator is unknown. */
  readonly creatorTokens: { readonly made: number; readonly rugged: readonly Address[]; readonly alive: number } | null
  readonly socials: readonly { readonly type: string; readonly url: string }[]
  readonly logo: string | null
  /** Unix seconds of the scan. */
  readonly now: number
}

export interface HolderLine {
  readonly address: Address
  readonly raw: bigint
  readonly tags: readonly Label[]
}
