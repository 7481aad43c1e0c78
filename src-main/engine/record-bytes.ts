/** A record as the worker serialised it; REST and streams send these bytes unchanged. */
export interface RecordBytes {
  readonly json: Uint8Array<ArrayBuffer>
  /** SHA-256 of the bytes, hex. */
  readonly etag: string
}
