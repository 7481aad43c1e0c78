import type { InCommonRecord, SerialRecord } from '../../src-shared/contract/records/in-common.ts'
import type { Address } from '../../src-shared/domain/address.ts'
import type { Claims } from '../../src-shared/domain/cases/claims.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

/** Questions across stored tokens, with their parameters and answers. */

export interface InCommonParams {
  readonly network: NetworkId
  readonly tokens: readonly Address[]
  readonly offset: number
  readonly limit: number
}

export interface SerialParams {
  readonly network: NetworkId
  /** The claims of a case; null for none. */
  readonly claims: Claims | null
  readonly offset: number
  readonly limit: number
}

export interface AcrossTokens {
  /** Wallets, funders, creators and deposit addresses of several tokens. */
  readonly inCommon: { readonly params: InCommonParams; readonly answer: InCommonRecord }
  /** Wallets that were early in several tokens. */
  readonly serial: { readonly params: SerialParams; readonly answer: SerialRecord }
}
export type AcrossQuestionName = keyof AcrossTokens
export type AcrossAnswer = AcrossTokens[AcrossQuestionName]['answer']

/** @property rules the key of the rules in force */
export type AcrossQuestion = {
  readonly [N in AcrossQuestionName]: { readonly name: N; readonly params: AcrossTokens[N]['params']; readonly rules: string }
}[AcrossQuestionName]
