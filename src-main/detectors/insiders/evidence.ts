/** Ties between a wallet and the creator of a token (docs/detection.md#insiders). */

export type InsiderRule =
  | 'authority'
  | 'received_before_first_event'
  | 'received_from_creator'
  | 'first_funded_by_creator'
  | 'bought_in_creation'
  | 'bought_before_switch'
  | 'sent_proceeds'
  | 'same_cluster'
  | 'funded_creator'
  | 'second_hop'

/** A movement or tie along the path from the creator. */
export interface Step {
  readonly from: string
  readonly to: string
  readonly kind: string
  readonly tx: string | null
}

export interface InsiderFact {
  readonly address: string
  readonly rule: InsiderRule
  readonly weight: number
  readonly sentence: string
  readonly evidence: readonly string[]
  /** From the creator to the wallet; empty if the tie is a role over the token. */
  readonly path: readonly Step[]
}
