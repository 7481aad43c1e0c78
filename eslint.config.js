import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/**
 * The import rules that the compiler cannot see: which module may import which (the table is in CONTRIBUTING.md). Every source
 * file belongs to a module, and what is not listed as allowed is forbidden. `e2e/checks/lint/import-rules.test.ts` tries each
 * rule with an offending file.
 */
const TESTS = ['**/*.test.{ts,tsx}', '**/*.bench.ts', '**/testing/**']

const module = (type, pattern, capture) => ({ type, pattern, partialMatch: false, ...(capture === undefined ? {} : { capture: [capture] }) })

/** The first pattern that matches decides, so a module inside another stands before it. */
const modules = [
  module('shared', 'src-shared/**'),
  module('client', 'src-client/**'),
  module('cli', 'src-main/cli/**'),
  module('lib', 'src-main/lib/**'),
  module('chain', 'src-main/chains/{evm,solana,sui}/**', 'chain'),
  module('adapters', 'src-main/chains/**'),
  module('bus', 'src-main/bus/**'),
  module('ingest', 'src-main/ingest/**'),
  module('importers', 'src-main/importers/**'),
  module('prices', 'src-main/prices/**'),
  module('store', 'src-main/store/**'),
  module('detectors', 'src-main/detectors/**'),
  module('scan', 'src-main/scan/**'),
  module('records', 'src-main/records/**'),
  module('engine', 'src-main/engine/**'),
  module('server', 'src-main/server/**'),
  module('shell', 'src-main/shell/**'),
  module('preload', 'src-main/preload/**'),
  module('config', 'src-main/config/**'),
  module('mcp', 'src-main/mcp/**'),
  module('packaging', 'src-main/packaging/**'),
  module('launch', 'src-main/launch/**'),
  module('app', 'src-renderer/app/**'),
  module('feature', 'src-renderer/features/*/**', 'feature'),
  module('graph', 'src-renderer/graph/**'),
  module('part', 'src-renderer/{api,stores,ui,format,styles}/**'),
  module('resources', 'resources/**'),
  module('e2e', 'e2e/**'),
]

/** Single files that stand beside the modules. */
const files = [
  { category: 'root', pattern: 'src-main/*.ts' },
  { category: 'manifest', pattern: 'package.json' },
]

const BELOW_ROOT = [
  'adapters',
  'bus',
  'config',
  'engine',
  'importers',
  'ingest',
  'lib',
  'manifest',
  'mcp',
  'prices',
  'records',
  'scan',
  'server',
  'shared',
  'shell',
  'store',
]
const mayImport = {
  shared: ['shared'],
  client: ['client', 'shared'],
  lib: ['lib', 'shared'],
  config: ['config', 'lib', 'shared'],
  bus: ['bus', 'lib', 'shared'],
  adapters: ['adapters', 'chain', 'lib', 'resources', 'shared'],
  ingest: ['adapters', 'bus', 'config', 'engine', 'ingest', 'lib', 'prices', 'scan', 'shared', 'store'],
  importers: ['adapters', 'chain', 'engine', 'importers', 'lib', 'prices', 'resources', 'shared', 'store'],
  prices: ['adapters', 'lib', 'prices', 'resources', 'shared', 'store'],
  store: ['lib', 'shared', 'store'],
  detectors: ['detectors', 'shared'],
  scan: ['adapters', 'scan', 'shared'],
  records: ['detectors', 'lib', 'records', 'shared'],
  engine: ['bus', 'detectors', 'engine', 'lib', 'records', 'shared', 'store'],
  server: ['bus', 'engine', 'importers', 'ingest', 'lib', 'mcp', 'records', 'scan', 'server', 'shared', 'store'],
  shell: ['lib', 'shared', 'shell'],
  preload: ['preload', 'shared'],
  packaging: ['lib', 'manifest', 'packaging', 'server', 'shared'],
  mcp: ['client', 'lib', 'mcp', 'shared'],
  launch: ['launch'],
  cli: [...BELOW_ROOT, 'cli', 'client', 'root'],
  root: [...BELOW_ROOT, 'launch', 'root'],
  app: ['app', 'client', 'feature', 'graph', 'manifest', 'part', 'resources', 'shared'],
  graph: ['graph', 'part', 'shared'],
  part: ['client', 'part', 'shared'],
}

const isFile = (name) => files.some(({ category }) => category === name)
const select = (name) => (isFile(name) ? { file: { categories: name } } : { element: { type: name } })
const allow = (from, to) => ({ from: select(from), allow: to.map((name) => ({ to: select(name) })) })
/** A chain may import itself, never another chain; a feature likewise. */
const allowSibling = (type, captured) => ({
  from: { element: { type } },
  allow: [{ to: { element: { type, captured: { [captured]: `{{ from.element.captured.${captured} }}` } } } }],
})

/** Packages that only one module may import. */
const OWNED_PACKAGES = [
  { package: 'better-sqlite3', folders: ['src-main/store/**'], message: 'Only the store opens SQLite.' },
  { package: 'pg', folders: ['src-main/store/postgres/**'], message: 'Only the store speaks to PostgreSQL.' },
  { package: 'pg-protocol', folders: ['src-main/store/postgres/**'], message: 'Only the store speaks to PostgreSQL.' },
  { package: 'electron', folders: ['src-main/main.ts', 'src-main/shell/**', 'src-main/preload/**'], message: 'Only the shell knows Electron.' },
  { package: 'fastify', folders: ['src-main/server/**'], message: 'Only the server speaks HTTP.' },
  { package: '@modelcontextprotocol/server', folders: ['src-main/mcp/**'], message: 'Only mcp speaks the Model Context Protocol.' },
  { package: '@nats-io/transport-node', folders: ['src-main/bus/**'], message: 'Only the bus speaks NATS.' },
  { package: '@nats-io/jetstream', folders: ['src-main/bus/**'], message: 'Only the bus speaks NATS.' },
  { package: '@nats-io/kv', folders: ['src-main/bus/**'], message: 'Only the bus speaks NATS.' },
  { package: 'cytoscape', folders: ['src-renderer/graph/**'], message: 'Only the graph draws with cytoscape.' },
]

/** Modules that decide and do not fetch: no clock, no randomness, no network, no files. */
const PURE = ['src-main/detectors/**/*.ts', 'src-main/scan/**/*.ts', 'src-main/records/**/*.ts']

export default defineConfig(
  { ignores: ['out/**', 'src-client/package/**', 'node_modules/**', 'test-results/**', '**/fixtures/**/*.json'] },
  ...tseslint.configs.strict,
  {
    files: ['src-*/**/*.{ts,tsx}'],
    // Tests and benches combine modules on purpose.
    ignores: TESTS,
    plugins: { boundaries },
    settings: { 'boundaries/elements': modules, 'boundaries/files': files, 'import/resolver': { node: { extensions: ['.ts', '.tsx', '.js'] } } },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkUnknownLocals: true,
          policies: [
            ...Object.entries(mayImport).map(([from, to]) => allow(from, to)),
            allow('chain', ['adapters', 'lib', 'resources', 'shared']),
            allowSibling('chain', 'chain'),
            allow('feature', ['client', 'graph', 'part', 'shared']),
            allowSibling('feature', 'feature'),
            { from: { element: { type: 'app' } }, allow: [{ dependency: { source: '../*.svg*' } }] },
          ],
        },
      ],
    },
  },
  {
    files: ['src-*/**/*.{ts,tsx}'],
    plugins: { packages: { rules: { owned: ownedPackages() } } },
    rules: { 'packages/owned': 'error' },
  },
  {
    rules: {
      'no-console': 'error',
      'max-lines': ['warn', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  { files: ['**/*.{tsx,ts}'], plugins: { 'react-hooks': reactHooks }, rules: { ...reactHooks.configs.recommended.rules } },
  {
    files: ['src-main/**/*.ts'],
    ignores: TESTS,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:http', message: 'This import loads undici. Take what you need from lib/node-http.ts.', allowTypeImports: true }] },
      ],
    },
  },
  {
    files: ['src-main/**/*.ts'],
    ignores: [...TESTS, 'src-main/lib/clock.ts', 'src-main/lib/http-answer.ts', 'src-main/launch/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Measure durations with performance.now(), and take the time of day from the injected clock.' },
      ],
    },
  },
  { files: PURE, ignores: TESTS, rules: pureRules() },
  { files: ['e2e/**/*.ts'], rules: { 'no-console': 'off', 'react-hooks/rules-of-hooks': 'off' } },
  {
    files: ['**/*.{test,spec}.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='toMatchObject'] :matches(Property, ArrayExpression) > Literal[regex]",
          message: 'Any text matches a regular expression here. Use expect.stringMatching.',
        },
      ],
    },
  },
)

/** Reports an import of a package from outside the folders that own it. */
function ownedPackages() {
  return {
    meta: { schema: [] },
    create(context) {
      const file = context.filename.replaceAll('\\', '/')
      if (/\.(test|bench)\.tsx?$|\/testing\//.test(file)) return {}
      const owns = (folders) => folders.some((folder) => file.includes(`/${folder.replace('**', '')}`))
      const foreign = new Map(OWNED_PACKAGES.filter(({ folders }) => !owns(folders)).map((row) => [row.package, row.message]))
      const check = (node) => {
        const message = foreign.get(node.source?.value)
        if (message !== undefined) context.report({ node, message })
      }
      return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check }
    },
  }
}

function pureRules() {
  const impure = ['fs', 'fs/promises', 'http', 'https', 'net', 'child_process', 'worker_threads', 'timers', 'timers/promises']
  return {
    'no-restricted-globals': ['error', 'fetch', 'WebSocket', 'setTimeout', 'setInterval', 'setImmediate', 'process', 'performance', 'crypto'],
    'no-restricted-imports': [
      'error',
      {
        paths: [
          ...impure.map((name) => ({ name: `node:${name}`, message: 'Pass the data in.' })),
          { name: 'node:crypto', allowImportNames: ['createHash', 'hash'], message: 'Only hashing is pure.' },
        ],
      },
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'Pass the time in.' },
      { object: 'Math', property: 'random', message: 'Pass the seed in.' },
    ],
    'no-restricted-syntax': [
      'error',
      { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Pass the time in.' },
      { selector: 'ImportExpression', message: 'Pass the data in.' },
    ],
  }
}
