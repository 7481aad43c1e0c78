import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { COMPRESS_FROM_BYTES } from '../server/http/encodings.ts'

/** Fonts and case files are compressed already. */
const TEXTS = /\.(?:js|css|svg|html)$/
/** 11, the highest, takes twice the CPU (3.7 s instead of 1.7 s for the page) for 2 % less. */
const QUALITY = 10

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes `.br` and `.gz` beside each text of the page, as `@fastify/static` looks for them (src-main/server/page/page.ts). */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const compress = async (name: string, content: string | Uint8Array): Promise<void> => {
        const bytes = Buffer.from(content)
        if (!TEXTS.test(name) || bytes.byteLength < COMPRESS_FROM_BYTES) return
        const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
        const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: constants.Z_BEST_COMPRESSION })])
        await Promise.all([writeFile(join(dir, `${name}.br`), br), writeFile(join(dir, `${name}.gz`), gz)])
      }
      await Promise.all(Object.values(bundle).map((file) => compress(file.fileName, file.type === 'chunk' ? file.code : file.source)))
    },
  }
}
