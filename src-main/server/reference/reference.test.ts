import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ROUTES, type RouteDef } from '../../../src-shared/contract/routes.ts'
import { STREAM_NAMES } from '../../../src-shared/contract/streams.ts'
import { apiPage } from './api-page.ts'
import { buildAsyncApi, buildDocsPage, buildOpenApi } from './index.ts'
import type { JsonSchema } from '../../lib/json-schemas.ts'

/** The descriptions are consistent: every reference resolves, and no part of the contract is missing. */

function refsOf(value: unknown, found: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return found
  for (const [key, item] of Object.entries(value)) {
    if (key === '$ref' && typeof item === 'string') found.push(item)
    else refsOf(item, found)
  }
  return found
}

const resolve = (document: JsonSchema, ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, part) => (at as JsonSchema | undefined)?.[part], document)

describe.each([
  ['openapi', buildOpenApi('1.2.3')],
  ['asyncapi', buildAsyncApi('1.2.3', '127.0.0.1:4690')],
])('%s', (_, document) => {
  it('every $ref resolves', () => {
    const refs = refsOf(document)
    expect(refs.length).toBeGreaterThan(20)
    expect(refs.filter((ref) => resolve(document, ref) === undefined)).toEqual([])
  })

  it('is plain JSON without local definitions left over', () => {
    const text = JSON.stringify(document)
    expect(JSON.parse(text)).toEqual(document)
    expect(text).not.toContain('$defs')
  })
})

describe('openapi', () => {
  const document = buildOpenApi('1.2.3')
  const paths = document['paths'] as Record<
    string,
    Record<string, { parameters: { name: string; in: string; required: boolean }[]; responses: JsonSchema; operationId: string }>
  >

  it('is 3.1 and has every route of the contract', () => {
    expect(document['openapi']).toBe('3.1.0')
    const described = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    expect(described.toSorted()).toEqual(
      (Object.values(ROUTES) as RouteDef[])
        .flatMap(({ method, path, alias }) => [path, ...(alias === undefined ? [] : [alias])].map((each) => `${method} ${each}`))
        .toSorted(),
    )
  })

  it.each(Object.entries(paths))('%s declares each of its path parameters', (path, methods) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { parameters } of Object.values(methods)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path')
      expect(declared.map(({ name }) => name)).toEqual(named)
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  it('describes revalidation, redirections to jobs, successors, challenges and the methods of a path', () => {
    const headers = (path: string, method: string, status: number): string[] =>
      Object.keys((paths[path]?.[method]?.responses[status] as { headers?: JsonSchema } | undefined)?.headers ?? {})
    const overview = ROUTES.overview.path
    for (const status of [200, 304]) expect(headers(overview, 'get', status)).toEqual(expect.arrayContaining(['ETag', 'X-Data-As-Of']))
    expect(headers(overview, 'get', 401)).toContain('WWW-Authenticate')
    expect(resolve(document, '#/components/headers/WwwAuthenticate')).toMatchObject({ description: expect.stringContaining('`Bearer`') })
    expect(document['security']).toEqual([{ ApiKey: [] }, { Bearer: [] }])
    expect(resolve(document, '#/components/securitySchemes/Bearer')).toEqual({ type: 'http', scheme: 'bearer' })
    expect(headers(overview, 'get', 405)).toContain('Allow')
    expect(headers(overview, 'get', 503)).toEqual(expect.arrayContaining(['Location', 'Retry-After']))
    expect(headers(ROUTES.legacySnipers.path, 'get', 200)).toEqual(expect.arrayContaining(['Deprecation', 'Link']))
    for (const { path } of [ROUTES.startJob, ROUTES.startTrace]) expect(headers(path, 'post', 202)).toContain('Location')
    expect(document['tags']).toEqual(expect.arrayContaining([{ name: 'Trades', description: expect.any(String) }]))
    for (const { description } of document['tags'] as { description?: string }[]) expect(description).toBeTruthy()
  })

  it('has arrays with one schema for all items, which tools need', () => {
    expect(JSON.stringify(document)).not.toMatch(/"prefixItems"|"items":false/)
  })

  it('operation ids are unique, and every operation has its successes and its errors', () => {
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { operationId, responses } of operations) {
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'))
      if (operationId === 'takeSnapshot') expect(successes).toEqual(['200', '201'])
      else expect(successes).toHaveLength(1)
      expect(Object.keys(responses)).toContain('500')
    }
  })
})

describe('asyncapi', () => {
  it('is 3.0 and has a message for every stream', () => {
    const document = buildAsyncApi('1.2.3', '127.0.0.1:4690')
    expect(document['asyncapi']).toBe('3.0.0')
    const { messages } = document['components'] as { messages: JsonSchema }
    expect(Object.keys(messages).filter((name) => name.startsWith('event.'))).toEqual(STREAM_NAMES.map((name) => `event.${name}`))
  })
})

describe('docs page', () => {
  const { html, csp } = buildDocsPage('1.2.3')

  it('shows every route and stream', () => {
    for (const [id, route] of Object.entries(ROUTES) as [string, RouteDef][]) {
      expect(html).toContain(`id="${id}"`)
      expect(html).toContain(route.path)
    }
    for (const name of STREAM_NAMES) expect(html).toContain(`id="stream-${name}"`)
  })

  it('fetches nothing: no address of another host, and only the style and script that its policy names by hash', () => {
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    for (const tag of ['style', 'script']) {
      const inner = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? ''
      expect(csp).toContain(`${tag}-src 'sha256-${createHash('sha256').update(inner).digest('base64')}'`)
    }
    expect(html).not.toContain('style="')
  })

  it('every link inside the page has its target', () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    expect(targets.filter((target) => !html.includes(`id="${target}"`))).toEqual([])
  })
})

it('docs/api.md has a line for every route and stream', () => {
  const table = apiPage()
  for (const route of Object.values(ROUTES)) expect(table).toContain(`\`${route.method} ${route.path}\``)
  for (const name of STREAM_NAMES) expect(table).toContain(`| \`${name}\` |`)
})
