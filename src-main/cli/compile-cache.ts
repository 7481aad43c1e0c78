import module from 'node:module'
import { join } from 'node:path'

/** `src-main/packaging/cli-package.ts` and `electron-builder.yml` leave it out. */
const FOLDER = 'compile-cache'

/**
 * Stores the compiled code of this process and its threads beside the built code, where the next build or an uninstallation removes it
 * (https://nodejs.org/api/module.html#module-compile-cache). Later starts do not parse the code again. Node stores nothing if it may not write
 * there. Call before loading what is to be stored.
 */
export function storeCompiledCode(): void {
  // From source, the folder would be among the sources.
  if (import.meta.url.endsWith('.ts')) return
  // Threads take the folder from this variable.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, FOLDER)
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE'])
}
