import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const CODE_BYTES = 16
const VALID_MS = 60_000
const MAX_CODES = 100

/**
 * Codes that the page exchanges for its key, each once and within a minute. Other users of the machine can read the arguments of the command
 * that opens the browser, so a key must not be among them.
 */
export class PageCodes {
  readonly #valid: LRUCache<string, true>

  constructor(validMs = VALID_MS) {
    this.#valid = new LRUCache({ max: MAX_CODES, ttl: validMs })
  }

  issue(): string {
    const code = randomBytes(CODE_BYTES).toString('base64url')
    this.#valid.set(code, true)
    return code
  }

  /** Whether the code is valid. The code is invalid afterwards. */
  redeem(code: string): boolean {
    const isValid = this.#valid.get(code) === true
    this.#valid.delete(code)
    return isValid
  }
}
