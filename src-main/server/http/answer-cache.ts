import { LRUCache } from 'lru-cache'
import { compress, type Encoding } from './encodings.ts'

/** Bytes of compressed answers in memory. */
const MAX_BYTES = 64 * 1024 * 1024

interface Source {
  readonly json: Uint8Array
  readonly encoding: Encoding
}

/** Compressed bodies by the hash of the body and the encoding. Concurrent requests for the same bytes share one compression. */
export class AnswerCache {
  readonly #bodies = new LRUCache<string, Uint8Array, Source>({
    maxSize: MAX_BYTES,
    sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
    // A short output is the beginning of a buffer of 64 kilobytes, which it would keep in memory.
    fetchMethod: async (_key, _stale, { context: { json, encoding } }) => new Uint8Array(await compress(json, encoding)),
  })

  /** @param etag SHA-256 of the body, which names the version of a record */
  async compressed(json: Uint8Array, etag: string, encoding: Encoding): Promise<Uint8Array> {
    const key = `${etag} ${encoding}`
    return this.#bodies.get(key) ?? this.#bodies.forceFetch(key, { context: { json, encoding } })
  }
}
