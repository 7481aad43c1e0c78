import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Evaluates each `*.data.ts` at build time, as VitePress does, and bundles its exports as JSON, without the code that made them. */
export function evaluatedData(): Plugin {
  return {
    name: 'evaluated-data',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('.data.ts')) return null
      const values = (await import(pathToFileURL(id).href)) as Readonly<Record<string, unknown>>
      // A browser reads large values faster from text than from code: https://v8.dev/blog/cost-of-javascript-2019#json
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))})`)
        .join('\n')
    },
  }
}
