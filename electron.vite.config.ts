import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { compressedFiles } from './src-main/packaging/compressed-files.ts'
import { cytoscapeParts } from './src-main/packaging/cytoscape-parts.ts'
import { evaluatedData } from './src-main/packaging/evaluated-data.ts'

/** Our page is served at the root of the service and its deep links are nested, so assets need absolute paths; the tool's preset is relative. */
const absoluteBase = { name: 'absolute-base', enforce: 'post' as const, config: () => ({ base: '/' }) }

const LAZY_LIBRARIES = /node_modules.(uplot|cytoscape)/
const SCHEMAS = /node_modules.zod|src-shared.contract.(schema|routes|records|streams)|api.no-eval/

/** Rolldown reports the times of its plugins where a build is slow, which is no concern of a user's first start. */
const CHECKS = { bundlerTimings: false }

/**
 * Three builds: main (Electron's entry, the command line, and the worker threads), the preload as one CommonJS file
 * (a sandboxed preload can be nothing else), and the page. Chunks of main stay flat, because code finds its workers
 * beside itself.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node24',
      // What package.json lists for development is joined in. viem and zod are among it: hundreds of small files each, that every
      // thread would look up and keep; joined, the start takes a quarter less of the processor and 20 MB less, and 42 MB less are installed.
      sourcemap: true,
      rollupOptions: {
        checks: CHECKS,
        // Optional native parts of ws, which it looks for where they are installed.
        external: ['bufferutil', 'utf-8-validate'],
        input: {
          main: resolve('src-main/main.ts'),
          cli: resolve('src-main/cli/main.ts'),
          'store-worker': resolve('src-main/store/threads/worker.ts'),
          'postgres-worker': resolve('src-main/store/postgres/session/io-worker.ts'),
          'engine-worker': resolve('src-main/engine/worker.ts'),
          'solana-worker': resolve('src-main/chains/solana/worker.ts'),
          'solana-archive-worker': resolve('src-main/chains/solana/reading/archive/worker.ts'),
          'evm-logs-worker': resolve('src-main/chains/evm/rpc/logs/worker.ts'),
          'evm-archive-worker': resolve('src-main/chains/evm/reading/archive/worker.ts'),
          'evm-code-worker': resolve('src-main/chains/evm/security/code/code-worker.ts'),
          'sui-decode-worker': resolve('src-main/chains/sui/decode/decode-worker.ts'),
          'import-worker': resolve('src-main/importers/worker.ts'),
          'tags-worker': resolve('src-main/importers/cases/tags-worker.ts'),
          'case-file-worker': resolve('src-main/store/case-file/worker.ts'),
          'reference-worker': resolve('src-main/server/reference/worker.ts'),
          'mcp-worker': resolve('src-main/mcp/worker.ts'),
        },
        output: {
          ...{ format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
          // A sixth of the code that a start reads.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        checks: CHECKS,
        input: { index: resolve('src-main/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react(), absoluteBase, cytoscapeParts(), evaluatedData(), compressedFiles()],
    // The build for browsers brings its own Buffer.
    resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
    build: {
      outDir: resolve('out/renderer'),
      emptyOutDir: true,
      sourcemap: false,
      minify: true,
      chunkSizeWarningLimit: 1_000,
      // One style sheet: rules keep their order whichever view is opened first.
      cssCodeSplit: false,
      // Inline assets would need data: in the page's content security policy.
      assetsInlineLimit: 0,
      rollupOptions: {
        checks: CHECKS,
        input: { index: resolve('src-renderer/index.html') },
        // What several pages share is one file; each page and view is another. The contract's schemas are a file that is loaded when it is needed,
        // so what they import and a page needs at once is not in it.
        output: {
          codeSplitting: {
            groups: [
              { name: 'shared', minShareCount: 2, test: (id) => !LAZY_LIBRARIES.test(id) && !SCHEMAS.test(id), priority: 1 },
              { name: 'contract', test: SCHEMAS, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  },
})
