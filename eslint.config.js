import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/**
 * The house rules that the compiler cannot see: who may import whom, room by room (CONTRIBUTING.md has the table).
 * A room that is not listed as allowed is forbidden.
 */
const TESTS = ['**/*.test.{ts,tsx}', '**/*.bench.ts', '**/accuracy.ts', '**/testing/**']

const rooms = [
  { type: 'shared', pattern: 'src-shared/**', partialMatch: false },
  { type: 'cli', pattern: 'src-main/cli/**', partialMatch: false },
  { type: 'lib', pattern: 'src-main/lib/**', partialMatch: false },
  { type: 'chain', pattern: 'src-main/chains/*/**', partialMatch: false, capture: ['chain'] },
  { type: 'ingest', pattern: 'src-main/ingest/**', partialMatch: false },
  { type: 'importers', pattern: 'src-main/importers/**', partialMatch: false },
  { type: 'prices', pattern: 'src-main/prices/**', partialMatch: false },
  { type: 'store', pattern: 'src-main/store/**', partialMatch: false },
  { type: 'detectors', pattern: 'src-main/detectors/**', partialMatch: false },
  { type: 'scan', pattern: 'src-main/scan/**', partialMatch: false },
  { type: 'records', pattern: 'src-main/records/**', partialMatch: false },
  { type: 'engine', pattern: 'src-main/engine/**', partialMatch: false },
  { type: 'server', pattern: 'src-main/server/**', partialMatch: false },
  { type: 'shell', pattern: 'src-main/shell/**', partialMatch: false },
  { type: 'preload', pattern: 'src-main/preload/**', partialMatch: false },
  { type: 'app', pattern: 'src-renderer/app/**', partialMatch: false },
  { type: 'feature', pattern: 'src-renderer/features/*/**', partialMatch: false, capture: ['feature'] },
  { type: 'graph', pattern: 'src-renderer/graph/**', partialMatch: false },
  { type: 'part', pattern: 'src-renderer/{api,stores,ui,format,styles}/**', partialMatch: false },
]

/**
 * Who may import whom. `loose` are the files that stand in no room: the composition root beside the rooms, and the adapter's
 * shape and registry beside the chains.
 */
const mayImport = {
  shared: ['shared'],
  lib: ['lib', 'shared'],
  ingest: ['ingest', 'scan', 'prices', 'loose', 'store', 'engine', 'lib', 'shared'],
  importers: ['importers', 'loose', 'chain', 'prices', 'store', 'engine', 'lib', 'shared'],
  prices: ['prices', 'loose', 'store', 'lib', 'shared'],
  store: ['store', 'lib', 'shared'],
  detectors: ['detectors', 'shared'],
  scan: ['scan', 'loose', 'shared'],
  records: ['records', 'detectors', 'lib', 'shared'],
  engine: ['engine', 'detectors', 'records', 'store', 'loose', 'lib', 'shared'],
  server: ['server', 'engine', 'ingest', 'scan', 'importers', 'records', 'store', 'lib', 'shared'],
  shell: ['shell', 'lib', 'shared'],
  preload: ['preload', 'shared'],
  cli: ['cli', 'loose', 'engine', 'ingest', 'importers', 'records', 'server', 'store', 'lib', 'shared'],
  app: ['app', 'loose', 'feature', 'graph', 'part', 'shared'],
  graph: ['graph', 'part', 'shared'],
  part: ['part', 'shared'],
}

const allow = (from, to) => ({
  from: { element: { type: from } },
  allow: to.map((type) => ({ to: { element: type === 'loose' ? { isUnknown: true } : { type } } })),
})
/** A chain may import itself, never another chain; a feature likewise. */
const allowSibling = (type, captured) => ({
  from: { element: { type } },
  allow: [{ to: { element: { type, captured: { [captured]: `{{ from.element.captured.${captured} }}` } } } }],
})

export default defineConfig(
  // AssemblyScript is no TypeScript: its own compiler checks what is in assembly/.
  { ignores: ['out/**', 'node_modules/**', 'test-results/**', '**/fixtures/**/*.json', '**/assembly/**'] },
  ...tseslint.configs.strict,
  {
    files: ['src-*/**/*.{ts,tsx}'],
    // Tests and benches bring rooms together on purpose.
    ignores: TESTS,
    plugins: { boundaries },
    settings: { 'boundaries/elements': rooms, 'import/resolver': { node: { extensions: ['.ts', '.tsx', '.js'] } } },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkUnknownLocals: true,
          policies: [
            ...Object.entries(mayImport).map(([from, to]) => allow(from, to)),
            allow('chain', ['loose', 'lib', 'shared']),
            allowSibling('chain', 'chain'),
            allow('feature', ['graph', 'part', 'shared']),
            allowSibling('feature', 'feature'),
          ],
        },
      ],
    },
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
  ...onlyIn('better-sqlite3', ['src-main/store/**'], 'The store is the sole owner of better-sqlite3.'),
  ...onlyIn('electron', ['src-main/main.ts', 'src-main/shell/**', 'src-main/preload/**'], 'Only the shell knows Electron.'),
  ...onlyIn('cytoscape', ['src-renderer/graph/**'], 'Only the graph draws with cytoscape.'),
  { files: ['src-main/detectors/**/*.ts'], ignores: TESTS, rules: pureRules() },
  { files: ['e2e/**/*.ts'], rules: { 'no-console': 'off', 'react-hooks/rules-of-hooks': 'off' } },
)

/** A package that only some folders may import. One config object per package would override the last, so each bans by syntax. */
function onlyIn(name, folders, message) {
  return [
    {
      files: ['src-*/**/*.{ts,tsx}'],
      ignores: [...folders, ...TESTS],
      plugins: { [`only-${name}`]: { rules: { here: banImport(name, message) } } },
      rules: { [`only-${name}/here`]: 'error' },
    },
  ]
}

function banImport(name, message) {
  return {
    create: (context) => ({
      ImportDeclaration(node) {
        if (node.source.value === name) context.report({ node, message })
      },
    }),
  }
}

/** Detectors decide and do not fetch: no clock, no randomness, no network. */
function pureRules() {
  return {
    'no-restricted-globals': ['error', 'fetch', 'setTimeout', 'setInterval', 'process'],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'Time is passed in.' },
      { object: 'Math', property: 'random', message: 'Seeds are passed in.' },
    ],
  }
}
