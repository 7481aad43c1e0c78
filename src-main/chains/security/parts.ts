import { AppError } from '../../lib/app-error.ts'

/**
 * Reads the parts of a scan one by one. A part that an endpoint cannot provide in time is named in `partial`, and the other parts
 * continue.
 */
export interface SecurityParts {
  /** Sentences about what could not be read. */
  readonly partial: string[]
  /** Returns `otherwise` (default: null) if the part could not be read. Throws defects, and the signal's reason when aborted. */
  part<T>(name: string, work: () => Promise<T>): Promise<T | null>
  part<T, O>(name: string, work: () => Promise<T>, otherwise: O): Promise<T | O>
}

/** @param late aborts when the time limit of the parts is reached */
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
        else if (error instanceof AppError) partial.push(`${name}: ${error.message}`)
        else throw error
        return otherwise
      }
    },
  }
}
