import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** PostgreSQL and NATS are loaded only with their settings (docs/team.md): no entry imports their clients, however far. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CONFIG = readFileSync(join(ROOT, 'electron.vite.config.ts'), 'utf8')
/** The thread that talks to PostgreSQL. */
const SETTING_ONLY = 'src-main/store/postgres/session/io-worker.ts'
const entries = [...CONFIG.matchAll(/resolve\('(src-main\/[^']+)'\)/g)].map(([, file = '']) => file).filter((file) => file !== SETTING_ONLY)

/** Imports that run when the file is loaded; those inside `import()` are left out. */
function loadedBy(file: string): string[] {
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

it('no entry loads the clients of PostgreSQL or NATS', () => {
  const seen = new Set([...entries, 'src-main/cli/service-commands.ts'])
  const clients: string[] = []
  for (const file of seen) {
    for (const name of loadedBy(file)) {
      if (/^(pg(-.*)?|@nats-io\/.*)$/.test(name)) clients.push(`${file} imports ${name}`)
      if (name.startsWith('.') && name.endsWith('.ts')) seen.add(normalize(join(dirname(file), name)))
    }
  }
  expect(seen.size).toBeGreaterThan(500)
  expect(clients).toEqual([])
})
