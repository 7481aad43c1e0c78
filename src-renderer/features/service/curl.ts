import type { RouteDef } from '../../../src-shared/contract/routes.ts'

/** Example values for `{parameters}`. Missing ones are shown as upper-case names. */
export type Example = Readonly<Record<string, string>>

/** A curl command for a route. The key stays a shell variable, so that it is not copied. */
export function curlCommand(route: RouteDef, origin: string, example: Example): string {
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
