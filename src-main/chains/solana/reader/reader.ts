import { COMPILED } from './compiled.ts'
import { Picture, type ReaderExports } from './picture.ts'

/**
 * Reads the JSON text of an answer in WebAssembly (assembly/*.ts, compiled into compiled.ts): it checks the whole text as
 * JSON.parse would, and writes a binary picture of just what the decoder needs. Whatever is of another form than nodes write is
 * refused there by a trap; such texts are for JSON.parse. Every read and write there is held within the instance's own memory.
 */

/** Node's types leave these to those of the browser. */
interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
  readonly RuntimeError: new () => Error
}
const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyGlobal }

/** Longer answers are read by JSON.parse: memory once given to an instance stays with it. */
const LONGEST = 32 * 1024 * 1024
/** After a longer one the instance goes, and its memory with it. */
const KEPT = 8 * 1024 * 1024

let module: object | null = null
let picture: Picture | null = null

/**
 * @param take is given the picture of the answer, which holds until the next text is read
 * @returns null for a text of any other form, which includes every text that is no JSON
 */
export function readAnswer<T>(text: string | Uint8Array, take: (picture: Picture) => T): T | null {
  // UTF-8 has no fewer bytes than the text has characters.
  if (text.length === 0 || text.length > LONGEST) return null
  const fresh = (picture ??= new Picture(instance()))
  try {
    return fresh.read(text) ? take(fresh) : null
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return null
    throw error
  } finally {
    if (text.length > KEPT || fresh.worn) picture = null
  }
}

function instance(): ReaderExports {
  module ??= new WebAssembly.Module(Buffer.from(COMPILED, 'base64'))
  return new WebAssembly.Instance(module, {}).exports as ReaderExports
}
