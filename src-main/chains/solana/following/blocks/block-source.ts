/** Sends blocks until it is closed. */
export interface BlockSource {
  /** The blocks that were sent are those of the followed chain. */
  prove(): void
  /** A sentence where blocks of the followed chain are not being sent; null where they are. */
  note(): string | null
  close(): void
}

export interface BlockSourceOptions {
  onBlock(form: 'notification' | 'streamed', body: Uint8Array): void
  onDown(): void
  readonly firstReconnectMs: number
}
