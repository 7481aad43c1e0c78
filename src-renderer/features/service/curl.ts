import type { RouteDef } from '../../../src-shared/contract/routes.ts'

/** Example values for `{parameters}`; what is missing keeps its name in capitals, to be filled in. */
export type Example = Readonly<Record<string, string>>

/** A call as a line for a shell. The key stays a variable, so that a copied line gives nothing away. */
export function curlOf(route: RouteDef, origin: string, example: Example): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example[name] ?? name.toUpperCase()))
  const query =
    route.path === '/dex/v1/{network}/trades' || route.path === '/local/v1/{network}/trades'
      ? `?token=${encodeURIComponent(example['token_address'] ?? 'TOKEN')}`
      : ''
  const parts = ['curl', '-s']
  if (route.method !== 'GET') parts.push('-X', route.method)
  if (route.access !== 'open') parts.push('-H', '"X-API-Key: $HOLDERSCOPE_KEY"')
  if (route.body !== undefined) parts.push('-H', "'Content-Type: application/json'", '-d', '@body.json')
  parts.push(`'${origin}${path}${query}'`)
  return parts.join(' ')
}
