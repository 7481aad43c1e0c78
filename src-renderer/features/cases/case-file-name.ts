import { caseName } from '../../api/use-case.ts'

const MAX_LENGTH = 80

/** The name of a case without what file systems refuse. */
export const caseFileName = (record: { readonly name: string | null }): string =>
  caseName(record)
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .trim()
    .slice(0, MAX_LENGTH) || 'case'
