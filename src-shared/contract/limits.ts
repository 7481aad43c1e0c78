/** Limits that both the schemas of the contract and the page state. They are here because the page loads the schemas only when it needs them. */

/** Characters of a note. */
export const NOTE_MAX = 20_000
/** Characters of a finding. */
export const FINDING_MAX = 2_000
export const EVIDENCE_MAX = 50
/** Each pair of wallets in an entity is one piece of evidence. */
export const ENTITY_WALLETS_MAX = 100
export const VIEW_NAME_MAX = 100

export const TRACE_CALLS_MAX = 100_000

export const TRADE_PAGE_DEFAULT = 50
export const TRADE_PAGE_MAX = 200
/** Maximum number of wallets in one life lines request. */
export const LIFE_LINES_MAX = 50
/** Maximum number of tokens in one comparison. */
export const IN_COMMON_MAX = 10
/** Default number of wallets in one answer. */
export const IN_COMMON_PAGE = 200
