/**
 * The URL of a worker's entry file: the TypeScript source when run from source (Node strips the types), or `<name>.js` in the built main folder.
 *
 * @param importMetaUrl the caller's `import.meta.url`
 * @param source path of the worker's source, relative to the caller
 * @param built name of the built entry, as in electron.vite.config.ts
 */
export function workerUrl(importMetaUrl: string, source: string, built: string): URL {
  return importMetaUrl.endsWith('.ts') ? new URL(source, importMetaUrl) : new URL(`./${built}.js`, importMetaUrl)
}
