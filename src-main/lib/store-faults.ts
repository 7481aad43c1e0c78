import { AppError } from './app-error.ts'

const FAULT = 'disk_full'

const AWAY = 'store_away'

/** The disk has no space left. The operation can be retried when there is some. */
export const diskFull = (message: string, cause: unknown): AppError => new AppError('internal', { message, facts: { fault: FAULT }, cause })

/** The server of the store currently does not answer. */
export const storeUnavailable = (message: string, facts: AppError['facts'], cause: unknown): AppError =>
  new AppError('service_unavailable', { message, facts: { ...facts, fault: AWAY }, cause })

export const isStoreUnavailable = (error: unknown): error is AppError => error instanceof AppError && error.facts['fault'] === AWAY

/** Also true for an error from a store thread, which keeps its facts. */
export const isDiskFull = (error: unknown): boolean => error instanceof AppError && error.facts['fault'] === FAULT
