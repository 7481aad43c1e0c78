import { referenceTable } from './table.ts'

/** The README's API table stands between these marks and is generated, so that it cannot drift from the contract. */
const BEGIN = '<!-- api:begin -->\n'
const END = '<!-- api:end -->'

/** The README's text with today's table in its place. */
export function withReferenceTable(readme: string): string {
  const from = readme.indexOf(BEGIN)
  const to = readme.indexOf(END)
  if (from < 0 || to < from) throw new Error('The README has lost the marks around its API table.')
  return `${readme.slice(0, from + BEGIN.length)}\n${referenceTable()}\n${readme.slice(to)}`
}
