import { describe, expect, it } from 'vitest'
import { API_ERRORS } from './errors.ts'
import { ROUTES, type RouteDef } from './routes.ts'

const rows = Object.entries<RouteDef>(ROUTES)

describe.each(rows)('route %s', (_id, route) => {
  it('declares every parameter of its path and no other', () => {
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(Object.keys(route.params?.shape ?? {}).sort()).toEqual(named.sort())
  })

  it('has a body only where it can carry one, with a limit', () => {
    const { body, method, bodyLimit } = route
    expect(body === undefined || (['POST', 'PUT'].includes(method) && typeof bodyLimit === 'number')).toBe(true)
  })

  it('names only errors of the table, and a successor that exists', () => {
    expect(Object.keys(API_ERRORS)).toEqual(expect.arrayContaining([...(route.errors ?? [])]))
    if (route.deprecatedBy !== undefined) expect(rows.map(([, other]) => other.path)).toContain(route.deprecatedBy)
  })
})

it('no two routes share a method and a path', () => {
  const keys = rows.map(([, route]) => `${route.method} ${route.path}`)
  expect(new Set(keys).size).toBe(keys.length)
})
