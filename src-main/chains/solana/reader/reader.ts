import { COMPILED } from './compiled.ts'
import { Picture } from './picture.ts'

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

export interface ReaderExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  /** Makes room for a text of so many bytes and answers where it goes. */
  room(length: number): number
  /** Reads the text there; answers where its picture begins. */
  read(length: number): number
  /** Where the picture read last ends. */
  pictureEnd(): number
  /** Base58 at a place to bytes at `unpacked()`; how many, -1 where it is none. */
  unpack(at: number, length: number): number
  unpacked(): number
  /** The reference of a name that stands at a place, by its length and kind. */
  nameOf(at: number, kind: number): number
  /** Whether its numbers for names run out; 0 for no. */
  worn(): number
}

/** Longer answers are read by JSON.parse: memory once given to an instance stays with it. */
const LONGEST = 32 * 1024 * 1024
/** After a longer one the instance goes, and its memory with it. */
const KEPT = 8 * 1024 * 1024

let module: object | null = null
let picture: Picture | null = null

/**
 * @param use is given the picture of the answer, which holds until the next text is read
 * @returns null for a text of any other form, which includes every text that is no JSON
 */
export function readAnswer<T>(text: string | Uint8Array, use: (picture: Picture) => T): T | null {
  // UTF-8 has no fewer bytes than the text has characters.
  if (text.length === 0 || text.length > LONGEST) return null
  const fresh = (picture ??= new Picture(instance()))
  try {
    return fresh.read(text) ? use(fresh) : null
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
