/**
 * Incremental computation of one token's findings. A stage is a pure function of its inputs. The state memoizes the last result
 * of every stage, and the computation after a change reuses each result whose inputs did not change.
 */

/** Number of leading rows of a token's facts that the previous computation already had. All other rows are from later blocks. */
export interface KnownRows {
  readonly transfers: number
  readonly trades: number
}

interface Inputs {
  readonly inputs: readonly unknown[]
  /** Sizes of the inputs at that time. An append-only list, map or set changes its size but not its identity. */
  readonly sizes: readonly number[]
}

interface Memoized extends Inputs {
  readonly result: unknown
}

interface Accumulated extends Inputs {
  readonly rows: readonly unknown[]
  readonly accumulator: unknown
  /** Number of rows already folded into the accumulator. */
  done: number
}

/**
 * Results of earlier computations of the same token under the same rules. Mutable: a caller that computes a token
 * repeatedly owns one state and passes it to each computation. The findings do not depend on its content.
 *
 * A stage with a mutable result owns that result and may extend it. No other stage writes into it.
 */
export class IncrementalState {
  /** Null for the first computation, and if the facts are not the last facts with later rows appended. */
  knownRows: KnownRows | null = null
  readonly #memoized = new Map<string, Memoized>()
  readonly #accumulated = new Map<string, Accumulated>()

  /**
   * The last result of a stage if every input has the same identity and size as last time, else the result of `compute`.
   *
   * @param compute receives the last result
   */
  memoize<T>(stage: string, inputs: readonly unknown[], compute: (before: T | undefined) => T): T {
    const last = this.#memoized.get(stage)
    if (last !== undefined && areUnchanged(last, inputs)) return last.result as T
    const result = compute(last?.result as T | undefined)
    this.#memoized.set(stage, { inputs, sizes: inputs.map(sizeOf), result })
    return result
  }

  /** Folds rows in order. If rows were only appended to the list since the last computation, only the new rows are added. */
  accumulate<A, Row>(stage: string, inputs: readonly unknown[], rows: readonly Row[], begin: () => A, add: (accumulator: A, row: Row) => void): A {
    const last = this.#accumulated.get(stage)
    const continues = last?.rows === rows && areUnchanged(last, inputs)
    const current = continues ? last : { rows, inputs, sizes: inputs.map(sizeOf), accumulator: begin(), done: 0 }
    this.#accumulated.set(stage, current)
    const accumulator = current.accumulator as A
    for (; current.done < rows.length; current.done++) add(accumulator, rows[current.done] as Row)
    return accumulator
  }

  /** A cache by key. An entry is valid while `inputs` and the inputs of its key are unchanged. */
  memoizeByKey<T>(stage: string, inputs: readonly unknown[]): (key: string, keyInputs: readonly unknown[], compute: () => T) => T {
    const entries = this.memoize(stage, inputs, () => new Map<string, Inputs & { readonly result: T }>())
    return (key, keyInputs, compute) => {
      const last = entries.get(key)
      if (last !== undefined && areUnchanged(last, keyInputs)) return last.result
      const result = compute()
      entries.set(key, { inputs: keyInputs, sizes: keyInputs.map(sizeOf), result })
      return result
    }
  }
}

/** Called for each wallet and pair of every computation. */
function areUnchanged({ inputs: before, sizes }: Inputs, inputs: readonly unknown[]): boolean {
  if (before.length !== inputs.length) return false
  for (let i = 0; i < inputs.length; i++) {
    if (!Object.is(inputs[i], before[i]) || sizeOf(inputs[i]) !== sizes[i]) return false
  }
  return true
}

function sizeOf(input: unknown): number {
  if (typeof input !== 'object') return 0
  if (Array.isArray(input)) return input.length
  return input instanceof Map || input instanceof Set ? input.size : 0
}
