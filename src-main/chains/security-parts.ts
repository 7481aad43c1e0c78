import { AppError } from '../lib/app-error.ts'

/** Reads the parts of a scan one by one: what an endpoint cannot tell is named in `partial`, and the other parts go on. */
export interface SecurityParts {
  /** Sentences about what could not be read. */
  readonly partial: string[]
  /** null when the part could not be read; defects, and the signal's reason when aborted, are thrown. */
  part<T>(name: string, work: () => Promise<T>): Promise<T | null>
}

export function openParts(signal: AbortSignal): SecurityParts {
  const partial: string[] = []
  return {
    partial,
    async part(name, work) {
      try {
        return await work()
      } catch (error) {
        if (signal.aborted || !(error instanceof AppError)) throw error
        partial.push(`${name}: ${error.say}`)
        return null
      }
    },
  }
}
