import { AppError } from '../../lib/app-error.ts'

/** One wrong value: where it was, what is wrong, and a word for programs. */
export interface Issue {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** A call whose path, query or body values do not fit; the answer lists each of them. */
export class InputFault extends AppError {
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[], options: ErrorOptions = {}) {
    super('validation_error', options)
    this.issues = issues
  }
}

export const inputFault = (loc: Issue['loc'], msg: string, type: string): InputFault => new InputFault([{ loc, msg, type }])
