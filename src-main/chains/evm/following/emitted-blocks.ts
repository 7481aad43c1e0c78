import type { LinkedHeader } from '../transaction/raw.ts'

/**
 * Number of newest emitted blocks whose hashes are kept to detect a reorganisation. Deeper ones have not happened on eth, base
 * or bsc since 2020.
 */
export const TRACKED_BLOCKS = 256

export interface EmittedBlock {
  readonly number: number
  readonly hash: string
}

/** The newest emitted blocks, ascending and linked by parent hash. */
export class EmittedBlocks {
  #blocks: EmittedBlock[] = []

  get last(): EmittedBlock | null {
    return this.#blocks.at(-1) ?? null
  }

  get oldest(): EmittedBlock | null {
    return this.#blocks[0] ?? null
  }

  hashOf(number: number): string | null {
    const first = this.#blocks[0]
    return first === undefined ? null : (this.#blocks[number - first.number]?.hash ?? null)
  }

  /** A block that does not follow the last one replaces the list: older blocks can no longer be reverted. */
  add(headers: readonly LinkedHeader[]): void {
    for (const { number, hash } of headers) {
      if (this.last !== null && this.last.number + 1 !== number) this.#blocks = []
      this.#blocks.push({ number, hash })
    }
    this.#blocks = this.#blocks.slice(-TRACKED_BLOCKS)
  }

  rollBack(from: number): void {
    this.#blocks = this.#blocks.filter((block) => block.number < from)
  }
}

/** True if each header names the previous one as its parent, and the first header names `before` (null: unknown). */
export function areLinked(headers: readonly LinkedHeader[], before: string | null): boolean {
  return headers.every((header, i) => {
    const parent = i === 0 ? before : (headers[i - 1]?.hash ?? null)
    return parent === null || header.parentHash === parent
  })
}
