import type { Plugin } from 'vite'

/**
 * Bundles cytoscape without the parts that the graph does not use: the canvas renderer, all layouts but `preset`, and the algorithms. These parts are
 * 40 percent of cytoscape. No bundler can leave them out of the published file, which registers them while it is evaluated. Cytoscape also publishes
 * its sources for builds like this one (`src/cjs.mjs` there says so), and they list these parts in three modules. Their imports from lodash are in
 * package.json.
 */
const LISTS: Readonly<Record<string, string>> = {
  'extensions/renderer/index.mjs': `
    import nullRenderer from './null/index.mjs'
    import baseRenderer from './base/index.mjs'
    export default [{ name: 'null', impl: nullRenderer }, { name: 'base', impl: baseRenderer }]`,
  'extensions/layout/index.mjs': `
    import presetLayout from './preset.mjs'
    export default [{ name: 'preset', impl: presetLayout }]`,
  'collection/algorithms/index.mjs': 'export default {}',
}

const SOURCES = '/node_modules/cytoscape/src/'

export function cytoscapeParts(): Plugin {
  const missing = new Set(Object.keys(LISTS))
  return {
    name: 'cytoscape-parts',
    apply: 'build',
    enforce: 'pre',
    async resolveId(name, importer) {
      if (name !== 'cytoscape') return null
      const published = await this.resolve(name, importer, { skipSelf: true })
      return published === null ? null : published.id.replace(/dist\/[^/]+$/, 'src/index.mjs')
    },
    load(id) {
      const [, source = ''] = id.split(SOURCES)
      missing.delete(source)
      return LISTS[source] ?? null
    },
    // Another version of cytoscape may have moved these modules, and would be bundled whole.
    buildEnd(error) {
      if (error === undefined && missing.size > 0) throw new Error(`cytoscape has no source ${[...missing].join(', ')}`)
    },
  }
}
