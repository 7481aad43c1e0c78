import type { SourceSetBy } from '../../config/config.ts'
import { AppError } from '../../lib/app-error.ts'

interface Setting {
  /** As a sentence begins with it: "The endpoints of Base", "Sourcify". */
  readonly name: string
  readonly isMany: boolean
  readonly flag?: string
  readonly variable: string
}

/** Throws AppError `conflict` where a flag or a variable decided: the next start would put it over the settings file. */
export function refuseWhatStartDecided(by: SourceSetBy | null, { name, isMany, flag = '', variable }: Setting): void {
  if (by !== 'flag' && by !== 'variable') return
  const where = by === 'flag' ? `with ${flag}` : `by ${variable}`
  const [were, them] = isMany ? ['were', 'them'] : ['was', 'it']
  throw new AppError('conflict', { say: `${name} ${were} set ${where} when Holderscope started; start it without that to set ${them} here.` })
}
