import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Every document that a comment or a page cites is in the tree, and so is the heading it names. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CITATION = /(?<![\w/:.@-])((?:\.{0,2}\/)?[\w][\w./-]*\.md)(?:#([\w-]+))?/g

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.js', '*.css', '*.md', '*.yml', '.ci/run'], {
  cwd: ROOT,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** GitHub's anchors: lower case, punctuation dropped, spaces to hyphens. */
function anchorsOf(path: string): Set<string> {
  const headings = readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm)
  const slug = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  return new Set([...headings].map(([, heading = '']) => slug(heading)))
}

/** Cited from the root of the repository, or relative to the file that cites it. */
function resolved(file: string, cited: string): string | undefined {
  return [normalize(cited), normalize(join(dirname(file), cited))].find((path) => existsSync(join(ROOT, path)))
}

function brokenCitations(file: string): string[] {
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(CITATION)].flatMap(([, cited = '', anchor]) => {
    const path = resolved(file, cited)
    if (path === undefined) return [`${file} cites ${cited}, which does not exist`]
    if (anchor !== undefined && !anchorsOf(join(ROOT, path)).has(anchor)) return [`${file} cites ${cited}#${anchor}, and there is no such heading`]
    return []
  })
}

it('cites only documents and headings that exist', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(brokenCitations)).toEqual([])
})

it('names only tests that exist in SECURITY.md', () => {
  const named = [...readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
