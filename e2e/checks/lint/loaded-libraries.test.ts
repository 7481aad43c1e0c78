import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

/**
 * Checks when libraries are loaded. PostgreSQL and NATS are loaded only with their settings (docs/team.md). A thread of the store loads no
 * schemas or hashes, because each thread evaluates its modules anew. The server is loaded by the commands that listen.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CONFIG = readFileSync(join(ROOT, 'electron.vite.config.ts'), 'utf8')
/** The thread that talks to PostgreSQL. */
const SETTING_ONLY = 'src-main/store/postgres/session/io-worker.ts'
const entries = [...CONFIG.matchAll(/resolve\('(src-main\/[^']+)'\)/g)].map(([, file = '']) => file).filter((file) => file !== SETTING_ONLY)

const cache = new Map<string, readonly string[]>()

/** Imports that run when the file is loaded. Dynamic `import()` is left out. */
function loadedBy(file: string): readonly string[] {
  const names = cache.get(file) ?? parseImports(file)
  cache.set(file, names)
  return names
}

function parseImports(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement)) return isOfTypes(statement) ? [] : [nameOf(statement.moduleSpecifier)]
    return ts.isExportDeclaration(statement) && !statement.isTypeOnly && statement.moduleSpecifier !== undefined
      ? [nameOf(statement.moduleSpecifier)]
      : []
  })
}

function isOfTypes({ importClause }: ts.ImportDeclaration): boolean {
  const named = importClause?.namedBindings
  if (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  return importClause?.name === undefined && named !== undefined && ts.isNamedImports(named) && named.elements.every(({ isTypeOnly }) => isTypeOnly)
}

const nameOf = (specifier: ts.Expression): string => (ts.isStringLiteral(specifier) ? specifier.text : '')

/** All files that these entries load, directly or not, and the library imports of each. */
function loadedWith(entryFiles: readonly string[]): { files: Set<string>; libraries: { file: string; name: string }[] } {
  const files = new Set(entryFiles)
  const libraries: { file: string; name: string }[] = []
  for (const file of files) {
    for (const name of loadedBy(file)) {
      if (name.startsWith('.') && name.endsWith('.ts')) files.add(normalize(join(dirname(file), name)))
      else if (!name.startsWith('node:')) libraries.push({ file, name })
    }
  }
  return { files, libraries }
}

it('no entry loads the clients of PostgreSQL or NATS', () => {
  const { files, libraries } = loadedWith([...entries, 'src-main/cli/service-commands.ts'])
  expect(files.size).toBeGreaterThan(500)
  expect(libraries.filter(({ name }) => /^(pg(-.*)?|@nats-io\/.*)$/.test(name))).toEqual([])
})

it('a thread of the store loads no library but SQLite', () => {
  const { files, libraries } = loadedWith(['src-main/store/threads/worker.ts'])
  expect(files.size).toBeGreaterThan(100)
  expect(libraries.filter(({ name }) => name !== 'better-sqlite3')).toEqual([])
})

it('a command that does not listen loads no library of the server', () => {
  const { files, libraries } = loadedWith(['src-main/cli/service-commands.ts'])
  expect(files.size).toBeGreaterThan(500)
  expect(libraries.filter(({ name }) => /^(fastify|@fastify\/.*|prom-client)$/.test(name))).toEqual([])
})
