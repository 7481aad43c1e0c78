import { createHash } from 'node:crypto'
import type { Answer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'
import { buildAsyncApi, buildDocsPage, buildOpenApi } from '../reference/index.ts'

/** Descriptions of the contract. Each document is generated on its first request and then reused. */

type DocumentName = 'openapi' | 'asyncapi' | 'docs'
type Document = Extract<Answer, { kind: 'document' }>
type GeneratedDocument = Pick<Document, 'body' | 'type' | 'csp'>

const JSON_TYPE = 'application/json; charset=utf-8'
const made = new WeakMap<ServerContext, Partial<Record<DocumentName, Document>>>()

function cached(context: ServerContext, name: DocumentName, make: () => GeneratedDocument): Document {
  const documents = made.get(context) ?? {}
  made.set(context, documents)
  return (documents[name] ??= described(make(), context.startedAt))
}

const described = (document: GeneratedDocument, asOf: number): Document => ({
  kind: 'document',
  provenance: { asOf, source: 'live' },
  etag: `"${createHash('sha256').update(document.body).digest('hex')}"`,
  ...document,
})

const json = (value: unknown): GeneratedDocument => ({
  body: Buffer.from(JSON.stringify(value, null, 2)),
  type: JSON_TYPE,
  csp: null,
})

export const openapi: Handler<'openapi'> = (_call, context) => cached(context, 'openapi', () => json(buildOpenApi(context.version)))
export const asyncapi: Handler<'asyncapi'> = (_call, context) =>
  cached(context, 'asyncapi', () => json(buildAsyncApi(context.version, context.address())))
export const docs: Handler<'docs'> = (_call, context) =>
  cached(context, 'docs', () => {
    const { html, csp } = buildDocsPage(context.version)
    return { body: Buffer.from(html), type: 'text/html; charset=utf-8', csp }
  })
