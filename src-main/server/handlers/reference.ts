import { runTask } from '../../lib/task-thread.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import type { Handler, ServerContext } from '../context.ts'
import type { Answer } from '../http/answer.ts'
import type { DocumentTask, GeneratedDocument } from '../reference/worker.ts'

/** Descriptions of the contract. Each document is generated on its first request and then reused. */

type DocumentName = DocumentTask['name']
type Document = Extract<Answer, { kind: 'document' }>

const made = new WeakMap<ServerContext, Map<DocumentName, Promise<Document>>>()

function cached(context: ServerContext, name: DocumentName): Promise<Document> {
  const documents = made.get(context) ?? new Map<DocumentName, Promise<Document>>()
  made.set(context, documents)
  const known = documents.get(name)
  if (known !== undefined) return known
  const document = generate(context, name)
  documents.set(name, document)
  document.catch(() => documents.delete(name))
  return document
}

async function generate(context: ServerContext, name: DocumentName): Promise<Document> {
  const task: DocumentTask = { name, version: context.version, address: context.address() }
  const url = workerUrl(import.meta.url, '../reference/worker.ts', 'reference-worker')
  const { text, sha256, type, csp } = await runTask<GeneratedDocument>({ url, name: 'reference', doing: 'Describing the contract' }, task)
  return { kind: 'document', body: Buffer.from(text), type, csp, etag: `"${sha256}"`, provenance: { asOf: context.startedAt, source: 'live' } }
}

export const openapi: Handler<'openapi'> = (_call, context) => cached(context, 'openapi')
export const asyncapi: Handler<'asyncapi'> = (_call, context) => cached(context, 'asyncapi')
export const docs: Handler<'docs'> = (_call, context) => cached(context, 'docs')
