import { AppError } from '../../lib/app-error.ts'

/** Null if an endpoint does not offer a call or does not answer it, for checks that are inconclusive if they cannot be made. */
export async function answeredOrNull<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return null
  }
}
