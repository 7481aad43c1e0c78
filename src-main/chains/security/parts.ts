import { AppError } from '../../lib/app-error.ts'

/**
 * Reads the parts of a scan one by one: what an endpoint cannot tell, or tells too late, is named in `partial`, and the other parts
 * go on.
 */
export interface SecurityParts {
  /** Sentences about what could not be read. */
  readonly partial: string[]
  /** `otherwise` when the part could not be read, null unless given; defects, and the signal's reason when aborted, are thrown. */
  part<T>(name: string, work: () => Promise<T>): Promise<T | null>
  part<T, O>(name: string, work: () => Promise<T>, otherwise: O): Promise<T | O>
}

/** @param late aborts when parts have had their time; works that take a signal end with it */
export function openParts(signal: AbortSignal, late: AbortSignal | null = null): SecurityParts {
  const partial: string[] = []
  return {
    partial,
    async part<T, O>(name: string, work: () => Promise<T>, otherwise: O | null = null) {
      try {
        return await work()
      } catch (error) {
        if (signal.aborted) throw error
        if (late?.aborted === true) partial.push(`${name}: not read in time.`)
        else if (error instanceof AppError) partial.push(`${name}: ${error.say}`)
        else throw error
        return otherwise
      }
    },
  }
}
