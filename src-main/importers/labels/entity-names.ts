/**
 * Spells the names of entities. Lists often have only an entity's key ("kucoin"). Its spelling is taken from rows that have a name
 * ("KuCoin 2"); without one the key is capitalized.
 */
export class EntityNames {
  readonly #spelled = new Map<string, string>()

  /** Learns the spelling from a name that begins with its entity's key. */
  learn(entity: string, name: string): void {
    if (entity === '' || this.#spelled.has(entity)) return
    const start = name.slice(0, entity.length)
    if (start.toLowerCase() === entity && start !== entity) this.#spelled.set(entity, start)
  }

  of(entity: string): string {
    return this.#spelled.get(entity) ?? capitalize(entity)
  }
}

/** Suffixes that lists add to make keys unique. They are not part of the name. */
const KEY_ENDING = /-(cex|hk|us)$/
/** Keys this short are abbreviations: OKX, OSL, VALR. */
const ABBREVIATION_LENGTH = 4

function capitalize(entity: string): string {
  const key = entity.replace(KEY_ENDING, '')
  if (key.length <= ABBREVIATION_LENGTH && !key.includes('.')) return key.toUpperCase()
  return key.replace(/(^|[-_ ])([a-z])/g, (_, gap: string, letter: string) => (gap === '' ? '' : ' ') + letter.toUpperCase())
}
