import type { z } from 'zod'
import type { ApiError } from '../../src-client/api-error.ts'
import type { Answer, Client } from '../../src-client/client.ts'

export interface ToolPart extends Answer<unknown> {
  /** Names the version of the stored record, which all its pages share; null for other answers. */
  readonly version?: string | null
}

/** The answer to one part of a tool, or why there is none. */
export interface PartAnswer {
  readonly name: string
  readonly answer: ToolPart | ApiError
  /** Fields that are kept; default: all. */
  readonly only?: readonly string[] | undefined
}

/** The answer of a tool that combines several calls, with its own schemas. */
export interface Computed {
  readonly takes: z.ZodObject
  readonly returns: z.ZodObject
  read(client: Client, values: Readonly<Record<string, unknown>>): Promise<PartAnswer[]>
}
