import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contractInfo, initSync } from 'evmole/no_tla'
import { serveAnswers } from '../../../../lib/answer-thread.ts'
import { analyzeAccess, analyzeCode, type CodeAccess, type CodeAnalysis } from '../../bytecode/analyze.ts'
import type { DecodedFunction } from '../powers/trials/functions.ts'

/** Worker thread for all work on runtime code. */

export interface CodeQuestion {
  readonly kind: keyof CodeAnswer
  /** Runtime code, hexadecimal. */
  readonly code: string
}

/** Has the answer of the requested kind. */
export interface CodeAnswer {
  readonly functions?: readonly DecodedFunction[]
  readonly analysis?: CodeAnalysis
  readonly access?: CodeAccess
}

let isDecoderLoaded = false

serveAnswers<CodeQuestion, CodeAnswer>(({ kind, code }) => {
  if (kind === 'functions') return { functions: decode(code) }
  const bytes = Buffer.from(code.replace(/^0x/, ''), 'hex')
  return kind === 'analysis' ? { analysis: analyzeCode(bytes) } : { access: analyzeAccess(bytes) }
})

function decode(code: string): DecodedFunction[] {
  // The package's main entry loads this itself, but has no types.
  if (!isDecoderLoaded) initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('evmole/evmole_bg.wasm'))) })
  isDecoderLoaded = true
  const { functions } = contractInfo(code, { selectors: true, arguments: true, stateMutability: true })
  return (functions ?? []).map(({ selector, arguments: args = '', stateMutability }) => ({
    selector: `0x${selector}`,
    args,
    reads: stateMutability === 'view' || stateMutability === 'pure',
  }))
}
