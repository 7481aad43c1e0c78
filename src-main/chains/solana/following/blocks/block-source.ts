/** Emits blocks until it is closed. */
export interface BlockSource {
  /** Call once the emitted blocks are known to be on the followed chain. */
  prove(): void
  /** A sentence if blocks of the followed chain are not arriving; null if they are. */
  note(): string | null
  close(): void
}

export interface BlockSourceOptions {
  onBlock(form: 'notification' | 'streamed', body: Uint8Array): void
  onDown(): void
  readonly firstReconnectMs: number
}
