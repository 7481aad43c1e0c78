/** Messages between the server and the MCP worker. */

export interface McpSetup {
  /** Origin of the service itself. */
  readonly origin: string
  readonly version: string
}

export interface McpRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Null if the method has none. */
  readonly body: string | null
  /** Key of the caller, and whether it may change stored data. */
  readonly key: string
  readonly manage: boolean
}

export interface McpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
