import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { contractInfo, initSync } from 'evmole/no_tla'
import type { DecodedFunction } from './functions.ts'

/** Worker thread that decodes the functions of runtime code, because hostile code can keep the decoder busy. */

export interface DecodeRequest {
  readonly id: number
  /** Runtime code, hexadecimal. */
  readonly code: string
}

export interface DecodeReply {
  readonly id: number
  /** Null where the decoder failed. */
  readonly functions: readonly DecodedFunction[] | null
}

if (parentPort === null) throw new Error('this file runs as a worker only')
const port = parentPort
// The package's main entry loads this itself, but has no types.
initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('evmole/evmole_bg.wasm'))) })

port.on('message', ({ id, code }: DecodeRequest) => {
  const reply: DecodeReply = { id, functions: decode(code) }
  port.postMessage(reply)
})

function decode(code: string): DecodedFunction[] | null {
  try {
    const { functions } = contractInfo(code, { selectors: true, arguments: true, stateMutability: true })
    return (functions ?? []).map(({ selector, arguments: args = '', stateMutability }) => ({
      selector: `0x${selector}`,
      args,
      reads: stateMutability === 'view' || stateMutability === 'pure',
    }))
  } catch {
    return null
  }
}
