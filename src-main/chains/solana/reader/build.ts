import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { main } from 'assemblyscript/asc'

/** Compiles the reader's source in assembly/ and writes compiled.ts: `node src-main/chains/solana/reader/build.ts`. */

const SOURCE = fileURLToPath(new URL('./assembly/', import.meta.url))
const COMPILED_FILE = fileURLToPath(new URL('./compiled.ts', import.meta.url))
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort=', '--initialMemory', '32']

/** @throws Error with what the compiler says */
export async function compileReader(): Promise<Uint8Array> {
  const sources = new Map(globSync('*.ts', { cwd: SOURCE }).map((name) => [name, readFileSync(`${SOURCE}${name}`, 'utf8')]))
  const written = new Map<string, string | Uint8Array>()
  const { error, stderr } = await main(['index.ts', '--outFile', 'reader.wasm', ...OPTIONS], {
    readFile: (name) => sources.get(name) ?? null,
    writeFile: (name, contents) => {
      written.set(name, contents)
    },
    listFiles: () => [],
  })
  const bytes = written.get('reader.wasm')
  if (error !== null || !(bytes instanceof Uint8Array)) throw new Error(stderr.toString(), { cause: error })
  return bytes
}

const LINE = 120

/** The module that carries the compiled bytes. */
export function moduleOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('base64')
  const lines = text.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  return `/** Written by build.ts from assembly/*.ts: WebAssembly in base64. */\nexport const COMPILED =\n${lines.map((line) => `  '${line}'`).join(' +\n')}\n`
}

if (import.meta.main) writeFileSync(COMPILED_FILE, moduleOf(await compileReader()))
