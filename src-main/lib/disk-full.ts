import { AppError } from './app-error.ts'

const FAULT = 'disk_full'

/** The disk has no space left. What failed can be tried again when there is some. */
export const diskFull = (say: string, cause: unknown): AppError => new AppError('internal', { say, facts: { fault: FAULT }, cause })

/** Also for an error that came from a store thread, which keeps its facts. */
export const isDiskFull = (error: unknown): boolean => error instanceof AppError && error.facts['fault'] === FAULT
