import { registerHooks } from 'node:module'

/** Loaded with `node --import`. Resolves `electron` to the shim. */
const SHIM = new URL('./shim.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => (specifier === 'electron' ? { url: SHIM, shortCircuit: true } : next(specifier, context)),
})
