import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EXAMPLES } from '../../../src-main/cli/examples.ts'
import { TOOLS } from '../../../src-main/mcp/tools.ts'
import { API_ERROR_CODES, STREAM_ERRORS } from '../../../src-shared/contract/errors.ts'
import { SERVICE_IDS } from '../../../src-shared/services.ts'

/** The pages that list public names list all of them. */

/** The texts in backticks of a page. In a table, `|` is escaped. */
const codeIn = (page: string): string[] =>
  [...readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text.replaceAll('\\|', '|'))

it.each([
  ['docs/api/rest.md', 'API error', API_ERROR_CODES],
  ['docs/api/streams.md', 'stream error', Object.keys(STREAM_ERRORS)],
  ['docs/api/mcp.md', 'tool', TOOLS.map(({ name }) => name)],
  ['docs/cli.md', 'outside service', SERVICE_IDS],
])('%s lists every %s', (page, _kind, names) => {
  const listed = new Set(codeIn(page))
  expect(names.filter((name) => !listed.has(name))).toEqual([])
})

it('docs/cli.md lists every command, or docs/cases.md if it is one of `case finding`', () => {
  const listed = ['docs/cli.md', 'docs/cases.md'].flatMap(codeIn).map((text) => text.split(/[^a-z-]+/))
  const pathOf = (name: string): string[] => [...(name.startsWith('finding ') ? ['case'] : []), ...name.split(' ')]
  const isListed = (path: readonly string[]): boolean => listed.some((words) => words[0] === path[0] && path.every((word) => words.includes(word)))
  expect(Object.keys(EXAMPLES).filter((name) => !isListed(pathOf(name)))).toEqual([])
})
