import { AppError } from '../../../lib/app-error.ts'

export const noCase = (): AppError => new AppError('not_found', { say: 'This case does not exist.' })
