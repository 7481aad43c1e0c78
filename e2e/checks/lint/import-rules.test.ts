import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

/** Tries every violation that the lint rules forbid with an offending file. The file is linted from memory and never written. */

const eslint = new ESLint({ cwd: fileURLToPath(new URL('../../..', import.meta.url)) })

async function rulesBroken(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: file })
  return (result?.messages ?? []).map(({ ruleId }) => ruleId).filter((rule) => rule !== '@typescript-eslint/no-unused-expressions')
}

const imports = (path: string): string => `import '${path}'`

describe('imports against the table', () => {
  it.each([
    ['src-shared/domain/offender.ts', '../../src-main/lib/clock.ts'],
    ['src-main/lib/offender.ts', '../store/interface.ts'],
    ['src-main/config/offender.ts', '../ingest/interface.ts'],
    ['src-main/bus/offender.ts', '../store/interface.ts'],
    ['src-main/bus/offender.ts', '../ingest/jobs/interface.ts'],
    ['src-main/store/offender.ts', '../bus/interface.ts'],
    ['src-main/chains/evm/offender.ts', '../solana/adapter.ts'],
    ['src-main/chains/sui/offender.ts', '../../store/interface.ts'],
    ['src-main/chains/offender.ts', '../server/server.ts'],
    ['src-main/store/offender.ts', '../chains/adapter.ts'],
    ['src-main/ingest/offender.ts', '../server/server.ts'],
    ['src-main/ingest/offender.ts', '../detectors/facts.ts'],
    ['src-main/importers/offender.ts', '../server/server.ts'],
    ['src-main/prices/offender.ts', '../engine/interface.ts'],
    ['src-main/detectors/offender.ts', '../lib/clock.ts'],
    ['src-main/detectors/offender.ts', '../store/interface.ts'],
    ['src-main/scan/offender.ts', '../store/interface.ts'],
    ['src-main/scan/offender.ts', '../chains/evm/adapter.ts'],
    ['src-main/records/offender.ts', '../store/interface.ts'],
    ['src-main/engine/offender.ts', '../server/server.ts'],
    ['src-main/engine/offender.ts', '../../e2e/checks/accuracy/score.ts'],
    ['src-main/server/offender.ts', '../chains/adapter.ts'],
    ['src-main/server/offender.ts', '../detectors/facts.ts'],
    ['src-main/shell/offender.ts', '../server/server.ts'],
    ['src-main/preload/offender.ts', '../lib/clock.ts'],
    ['src-main/cli/offender.ts', '../../src-renderer/app/main.tsx'],
    ['src-main/offender.ts', '../src-renderer/app/main.tsx'],
    ['src-main/offender.ts', '../e2e/checks/accuracy/score.ts'],
    ['src-renderer/app/offender.ts', '../../src-main/context.ts'],
    ['src-renderer/app/offender.ts', '../../e2e/fixtures/page.ts'],
    ['src-renderer/graph/offender.ts', '../features/scan/ScanView.tsx'],
    ['src-renderer/ui/offender.ts', '../app/theme.ts'],
    ['src-renderer/stores/offender.ts', '../features/scan/ScanView.tsx'],
    ['src-renderer/features/scan/offender.ts', '../trades/TradesView.tsx'],
    ['src-renderer/features/scan/offender.ts', '../../app/theme.ts'],
    ['src-renderer/app/offender.ts', '../../src-main/service.ts'],
    ['src-client/offender.ts', '../src-renderer/api/session.ts'],
    ['src-client/offender.ts', '../src-main/service.ts'],
    ['src-main/mcp/offender.ts', '../server/server.ts'],
    ['src-main/packaging/offender.ts', '../store/interface.ts'],
    ['src-main/launch/offender.ts', '../lib/clock.ts'],
  ])('%s may not import %s', async (file, target) => {
    expect(await rulesBroken(file, imports(target))).toContain('boundaries/dependencies')
  })

  it.each(['src-renderer/offender.ts', 'src-renderer/elsewhere/offender.ts', 'src-main/elsewhere/offender.ts'])(
    '%s belongs to no module',
    async (file) => {
      expect(await rulesBroken(file, 'export {}')).toContain('boundaries/no-unknown-files')
    },
  )

  it('allows what the table allows', async () => {
    expect(await rulesBroken('src-main/engine/example.ts', imports('../store/interface.ts'))).toEqual([])
  })
})

describe('packages with one owner', () => {
  it.each([
    ['src-main/engine/offender.ts', "import 'better-sqlite3'"],
    ['src-main/service.ts', "import 'better-sqlite3'"],
    ['src-main/server/offender.ts', "import 'electron'"],
    ['src-main/server/offender.ts', "export * from 'electron'"],
    ['src-main/server/offender.ts', "await import('electron')"],
    ['src-main/ingest/offender.ts', "import 'fastify'"],
    ['src-main/service.ts', "await import('@nats-io/transport-node')"],
    ['src-main/ingest/offender.ts', "import '@nats-io/jetstream'"],
    ['src-main/server/offender.ts', "import '@nats-io/kv'"],
    ['src-renderer/features/scan/offender.ts', "import 'cytoscape'"],
  ])('%s may not use %s', async (file, code) => {
    expect(await rulesBroken(file, code)).toContain('packages/owned')
  })
})

describe('node:http', () => {
  const rule = '@typescript-eslint/no-restricted-imports'

  it('comes without undici', async () => {
    expect(await rulesBroken('src-main/server/offender.ts', "import { STATUS_CODES } from 'node:http'\nSTATUS_CODES")).toContain(rule)
  })

  it('may be imported for types, and by tests', async () => {
    expect(await rulesBroken('src-main/server/example.ts', "import type { Server } from 'node:http'\nexport type { Server }")).not.toContain(rule)
    expect(await rulesBroken('src-main/server/example.test.ts', "import 'node:http'")).not.toContain(rule)
  })
})

describe('toMatchObject', () => {
  it('is not given a regular expression, which any text matches', async () => {
    const of = (value: string): Promise<(string | null)[]> =>
      rulesBroken('src-main/lib/offender.test.ts', `import { expect } from 'vitest'\nexpect({ a: ['b'] }).toMatchObject({ a: ${value} })`)
    expect(await of('/c/')).toContain('no-restricted-syntax')
    expect(await of('[/c/]')).toContain('no-restricted-syntax')
    expect(await of('[expect.stringMatching(/b/)]')).toEqual([])
  })
})

it('the time of day comes from the injected clock, so that no duration depends on it', async () => {
  expect(await rulesBroken('src-main/ingest/offender.ts', 'Date.now()')).toContain('no-restricted-properties')
  expect(await rulesBroken('src-main/ingest/offender.ts', 'performance.now()')).toEqual([])
})

describe.each(['src-main/detectors/offender.ts', 'src-main/scan/offender.ts', 'src-main/records/offender.ts'])('%s is pure', (file) => {
  it.each([
    ['no-restricted-globals', "await fetch('http://127.0.0.1')"],
    ['no-restricted-globals', 'setTimeout(() => {}, 1)'],
    ['no-restricted-globals', 'performance.now()'],
    ['no-restricted-globals', 'crypto.randomUUID()'],
    ['no-restricted-properties', 'Date.now()'],
    ['no-restricted-properties', 'Math.random()'],
    ['no-restricted-syntax', 'new Date()'],
    ['no-restricted-syntax', "await import('node:fs')"],
    ['no-restricted-imports', "import 'node:fs'"],
    ['no-restricted-imports', "import { get } from 'node:https'\nget"],
    ['no-restricted-imports', "import { randomBytes } from 'node:crypto'\nrandomBytes"],
  ])('%s stops %s', async (rule, code) => {
    expect(await rulesBroken(file, code)).toContain(rule)
  })
})
