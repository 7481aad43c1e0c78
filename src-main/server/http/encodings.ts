import { promisify } from 'node:util'
import { pipeline, type Readable } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** Smaller bodies are sent as they are (docs/api/rest.md#conventions). */
export const COMPRESS_FROM_BYTES = 1024
/** Measured on our records: four times faster than the default quality, with output a few percent larger. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The best encoding of an Accept-Encoding header. Null for none. */
export function chooseEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null
  const accepted = new Map(
    header.split(',').map((part) => {
      const [name = '', ...options] = part.trim().toLowerCase().split(';')
      const q = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find((value) => value !== undefined)
      return [name.trim(), q === undefined ? 1 : Number(q)] as const
    }),
  )
  const weight = (name: Encoding): number => accepted.get(name) ?? accepted.get('*') ?? 0
  const best = Math.max(weight('br'), weight('gzip'))
  if (best === 0 || (accepted.get('identity') ?? 0) > best) return null
  return weight('br') >= weight('gzip') ? 'br' : 'gzip'
}

export const compress = (body: Uint8Array, encoding: Encoding): Promise<Buffer> => (encoding === 'br' ? brotli(body, BROTLI) : zip(body))

/** The compressed stream. An error or an end on either side ends the other. A disconnecting reader is not an error. */
export function compressedStream(source: Readable, encoding: Encoding): Readable {
  // `compose` emits an unhandled error when its reader has disconnected. The callback of `pipeline` handles every error.
  return pipeline(source, encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(), () => undefined)
}
