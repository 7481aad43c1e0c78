import { createHash } from 'node:crypto'
import { serveTask } from '../../lib/task-thread.ts'
import { buildAsyncApi, buildDocsPage, buildOpenApi } from './index.ts'

/** Generates one document on a thread of its own: converting the schemas of all routes takes 0.2 s. */
export interface DocumentTask {
  readonly name: 'openapi' | 'asyncapi' | 'docs'
  readonly version: string
  /** Where the service listens. */
  readonly address: string
}

export interface GeneratedDocument {
  readonly text: string
  /** SHA-256 of the text, hex. */
  readonly sha256: string
  readonly type: string
  readonly csp: string | null
}

serveTask((task: DocumentTask): GeneratedDocument => {
  const document = generate(task)
  return { ...document, sha256: createHash('sha256').update(document.text).digest('hex') }
})

function generate({ name, version, address }: DocumentTask): Omit<GeneratedDocument, 'sha256'> {
  if (name !== 'docs') {
    const value = name === 'openapi' ? buildOpenApi(version) : buildAsyncApi(version, address)
    return { text: JSON.stringify(value, null, 2), type: 'application/json; charset=utf-8', csp: null }
  }
  const { html, csp } = buildDocsPage(version)
  return { text: html, type: 'text/html; charset=utf-8', csp }
}
