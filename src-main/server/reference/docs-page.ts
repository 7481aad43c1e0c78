import { ROUTES, type RouteDef } from '../../../src-shared/contract/routes.ts'

export function buildDocsPage(version: string): { html: string; csp: string } {
  const rows = (Object.values(ROUTES) as RouteDef[]).map((route) => `<li><code>${route.method} ${route.path}</code> ${route.summary}`)
  return { html: `<!doctype html><html lang="en"><title>Holderscope ${version}</title><ul>${rows.join('')}</ul>`, csp: "default-src 'none'; frame-ancestors 'none'" }
}
