/**
 * Lists often give an entity's key ("kucoin") and no name. Its spelling is taken from rows that do have a name ("KuCoin 2");
 * without one the key is put in capitals as a name would be.
 */
export class EntityNames {
  readonly #spelled = new Map<string, string>()

  /** Learns from a row with both: a name that begins with its entity's key. */
  learn(entity: string, name: string): void {
    if (entity === '' || this.#spelled.has(entity)) return
    const start = name.slice(0, entity.length)
    if (start.toLowerCase() === entity && start !== entity) this.#spelled.set(entity, start)
  }

  of(entity: string): string {
    return this.#spelled.get(entity) ?? capitalize(entity)
  }
}

/** Endings that lists add to keep keys apart; they are no part of the name. */
const KEY_ENDING = /-(cex|hk|us)$/
/** Keys this short without a vowel pattern of a word are abbreviations: OKX, OSL, VALR. */
const ABBREVIATION_LENGTH = 4

function capitalize(entity: string): string {
  const key = entity.replace(KEY_ENDING, '')
  if (key.length <= ABBREVIATION_LENGTH && !key.includes('.')) return key.toUpperCase()
  return key.replace(/(^|[-_ ])([a-z])/g, (_, gap: string, letter: string) => (gap === '' ? '' : ' ') + letter.toUpperCase())
}
