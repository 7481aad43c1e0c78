import type { SourceSetBy } from '../../config/config.ts'
import { AppError } from '../../lib/app-error.ts'

interface Setting {
  /** As it begins a sentence: "The endpoints of Base", "Sourcify". */
  readonly name: string
  readonly isPlural: boolean
  readonly flag?: string
  readonly variable: string
}

/** @throws AppError `conflict` if a flag or a variable set the value, because the next start would override the settings file with it */
export function assertNotSetAtStartup(by: SourceSetBy | null, { name, isPlural, flag = '', variable }: Setting): void {
  if (by !== 'flag' && by !== 'variable') return
  const where = by === 'flag' ? `with ${flag}` : `by ${variable}`
  const [were, them] = isPlural ? ['were', 'them'] : ['was', 'it']
  throw new AppError('conflict', { message: `${name} ${were} set ${where} when Holderscope started; restart without it to change ${them} here.` })
}
