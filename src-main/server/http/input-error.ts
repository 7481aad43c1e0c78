import { AppError } from '../../lib/app-error.ts'

/** An invalid value: its location, what is wrong, and a code. */
export interface Issue {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** A call with invalid path, query or body values. The answer lists each of them. */
export class InputError extends AppError {
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    super('validation_error')
    this.issues = issues
  }
}

export const inputError = (loc: Issue['loc'], msg: string, type: string): InputError => new InputError([{ loc, msg, type }])
