import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { contractInfo, initSync } from 'evmole/no_tla'
import { analyzeCode, type CodeAnalysis } from '../../bytecode/analyze.ts'
import type { DecodedFunction } from '../powers/trials/functions.ts'

/** Worker thread for all work on runtime code, because hostile code can keep it busy. */

export interface CodeAnswers {
  readonly functions: readonly DecodedFunction[]
  readonly analysis: CodeAnalysis
}

export type CodeQuestion = keyof CodeAnswers

export interface CodeRequest {
  readonly id: number
  readonly question: CodeQuestion
  /** Runtime code, hexadecimal. */
  readonly code: string
}

export interface CodeReply {
  readonly id: number
  /** Null if the work failed. */
  readonly answer: CodeAnswers[CodeQuestion] | null
}

if (parentPort === null) throw new Error('this file runs as a worker only')
const port = parentPort
let isDecoderLoaded = false

port.on('message', ({ id, question, code }: CodeRequest) => {
  const reply: CodeReply = { id, answer: answerOf(question, code) }
  port.postMessage(reply)
})

function answerOf(question: CodeQuestion, code: string): CodeReply['answer'] {
  try {
    return question === 'functions' ? decode(code) : analyzeCode(Buffer.from(code.replace(/^0x/, ''), 'hex'))
  } catch {
    return null
  }
}

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
