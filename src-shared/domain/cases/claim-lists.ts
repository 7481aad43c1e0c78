/** The values that the parts of a claim may have (docs/cases.md#tags). */

export const TAG_KINDS = ['exchange', 'service', 'pool', 'team', 'suspect', 'own', 'ignore', 'other'] as const
export type TagKind = (typeof TAG_KINDS)[number]

/** The effect of a tag on counts under a case: a `hub` joins no wallets. */
export const TAG_EFFECTS = ['none', 'hub'] as const

/** `owner_said` joins the wallets of an entity. `not_same` keeps every two of them apart. */
export const ENTITY_RULES = ['owner_said', 'not_same'] as const
export type EntityRule = (typeof ENTITY_RULES)[number]
