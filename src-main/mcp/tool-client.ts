import { createClient, type Client, type Session } from '../../src-client/client.ts'
import { ROUTES } from '../../src-shared/contract/routes.ts'
import type { ToolPart } from './part-answer.ts'

/** A client whose answers also have the version of their record (docs/api/rest.md#conventions). */
export const createToolClient = (session: Session): Client => ({
  session,
  async call(id, input, options) {
    let version: string | null = null
    const send: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      version = versionOf(response.headers.get('ETag'))
      return response
    }
    const answer = await createClient({ session, routes: ROUTES, fetch: send }).call(id, input, options)
    return { ...answer, version } satisfies ToolPart & typeof answer
  },
})

/** The ETag without its quotes and the suffix of an encoding. */
const versionOf = (tag: string | null): string | null => /^"([^"-]+)/.exec(tag ?? '')?.[1] ?? null
