import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** No source file imports itself through others, types included. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'src-*/*.ts', 'src-*/*.tsx'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'))
  return importedFiles.filter(({ fileName }) => fileName.startsWith('.')).map(({ fileName }) => normalize(join(dirname(file), fileName)))
}

/** The first cycle found, as the path around it; null where there is none. */
function firstCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] | null => {
    if (done.has(file)) return null
    const start = path.indexOf(file)
    if (start >= 0) return [...path.slice(start), file]
    path.push(file)
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next)
      if (cycle !== null) return cycle
    }
    path.pop()
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const cycle = visit(file)
    if (cycle !== null) return cycle
  }
  return null
}

it('finds a cycle where there is one', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  expect(firstCycle(graph)).toEqual(['b', 'c', 'b'])
})

it('has no cycle of imports', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(firstCycle(new Map(files.map((file) => [file, importsOf(file)])))).toBeNull()
})
