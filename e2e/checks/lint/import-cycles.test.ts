import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** No source file imports itself through others, types included, and neither does a directory of the modules listed here. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'src-*/*.ts', 'src-*/*.tsx'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** Modules whose directories have no cycle of imports. Files directly in a module are left out: some are its entry, some its base. */
const LAYERED = ['src-main', 'src-main/chains/evm', 'src-main/chains/solana', 'src-main/chains/sui', 'src-main/ingest', 'src-renderer/graph']

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'))
  return importedFiles.filter(({ fileName }) => fileName.startsWith('.')).map(({ fileName }) => normalize(join(dirname(file), fileName)))
}

/** The first cycle found, as the path around it; null if there is none. */
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

/** The directory of a module that a file is in; null for other files. */
function directoryIn(module: string, file: string): string | null {
  const [directory, rest] = file.startsWith(`${module}/`) ? file.slice(module.length + 1).split('/', 2) : []
  return rest === undefined ? null : (directory ?? null)
}

function directoryGraph(module: string): Map<string, string[]> {
  const graph = new Map<string, string[]>()
  for (const file of files.filter((name) => !/\.test\.|\.bench\.|\/testing\/|\/fixtures\//.test(name))) {
    const from = directoryIn(module, file)
    if (from === null) continue
    const to = importsOf(file).flatMap((imported) => directoryIn(module, imported) ?? [])
    graph.set(from, [...(graph.get(from) ?? []), ...to.filter((directory) => directory !== from)])
  }
  return graph
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

it.each(LAYERED)('has no cycle between the directories of %s', (module) => {
  const graph = directoryGraph(module)
  expect(graph.size).toBeGreaterThan(5)
  expect(firstCycle(graph)).toBeNull()
})
