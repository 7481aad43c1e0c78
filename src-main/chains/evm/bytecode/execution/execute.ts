import { isConst, type Arithmetic, type Expr } from '../values/expression.ts'
import { copyCode, fillWords, readArguments, readWord, readWords, writeWord } from './memory.ts'
import type { Effect, Terminator } from './basic-block.ts'
import { numberAt, PUSH0, PUSH32, pushSize } from '../code/program.ts'
import { binary, complement, isZeroOf, lowBits, shiftLeft, shiftRight } from '../values/simplify.ts'
import { loadStorage, ownStorage, type Run, type State } from './state.ts'
import { arityOf, ARITHMETIC, ENVIRONMENT } from './opcodes.ts'

/** Terminator of a block before its jump targets are resolved to blocks. */
export type Exit =
  | Exclude<Terminator, { kind: 'jump' | 'branch' }>
  | { readonly kind: 'jump'; readonly to: Expr | number }
  | { readonly kind: 'branch'; readonly condition: Expr; readonly to: Expr; readonly next: number }

export interface Executed {
  readonly effects: Effect[]
  readonly exit: Exit
  readonly steps: number
}

const REVERT: Exit = { kind: 'revert' }
const MAX_STACK = 1024
/** EXTCODESIZE is kept as an operation on its address, so that analyses can assume its value. */
export const EXTCODESIZE = 0x3b

/** Executes symbolically from `pc` to the next jump, jump target or halt, and updates `state` in place. */
export function execute(run: Run, blockId: number, pc: number, state: State): Executed {
  const { program, pool } = run
  const { stack } = state
  const effects: Effect[] = []
  const unknownAt = (at: number): Expr => pool.intern({ op: 'unknown', data: blockId, name: `${run.label}:${at}` })
  const pop = (): Expr => stack.pop() as Expr
  let steps = 0
  for (let at = pc; ;) {
    const opcode = program.bytes[at] ?? 0
    if (opcode === 0x5b && at !== pc) return { effects, exit: { kind: 'jump', to: at }, steps }
    steps += 1
    const [pops, pushes] = arityOf(opcode)
    if (stack.length < pops || stack.length - pops + pushes > MAX_STACK) return { effects, exit: REVERT, steps }
    const next = at + 1 + pushSize(opcode)
    const unknown = (): Expr => unknownAt(at)
    if (opcode >= PUSH0 && opcode <= PUSH32) stack.push(pool.const(numberAt(program.bytes, at + 1, pushSize(opcode))))
    else if (opcode >= 0x80 && opcode <= 0x8f) stack.push(stack[stack.length - (opcode - 0x7f)] as Expr)
    else if (opcode >= 0x90 && opcode <= 0x9f) swap(stack, opcode - 0x8f)
    else if (ARITHMETIC[opcode] !== undefined) stack.push(arithmetic(run, ARITHMETIC[opcode], opcode, pop))
    else if (ENVIRONMENT[opcode] !== undefined) stack.push(pool.intern({ op: 'env', name: ENVIRONMENT[opcode] }))
    else if (CALLS.has(opcode)) call(run, state, effects, opcode, unknown)
    else {
      switch (opcode) {
        case 0x00: // STOP
          return { effects, exit: { kind: 'success', returns: null }, steps }
        case 0x20: // KECCAK256
          stack.push(hash(run, state, pop(), pop(), unknown))
          break
        case 0x35: // CALLDATALOAD
          stack.push(callData(run, pop()))
          break
        case 0x36: // CALLDATASIZE
          stack.push(pool.const(CALL_DATA_BYTES))
          break
        case 0x37: // CALLDATACOPY
          copyCallData(run, state, [pop(), pop(), pop()])
          break
        case 0x38: // CODESIZE
          stack.push(pool.const(BigInt(program.bytes.length)))
          break
        case 0x39: // CODECOPY
          copyCode(state, run, [pop(), pop(), pop()])
          break
        case EXTCODESIZE:
          stack.push(pool.intern({ op: 'other', args: [pop()], data: opcode }))
          break
        case 0x3e: {
          // RETURNDATACOPY
          const to = pop()
          pop()
          fillWords(state, to, pop(), (i) => pool.intern({ op: 'result', data: blockId, size: i + 1, name: `${run.label}:${at}` }))
          break
        }
        case 0x50: // POP
          pop()
          break
        case 0x51: // MLOAD
          stack.push(readWord(state, pop(), unknown))
          break
        case 0x52: // MSTORE
          writeWord(state, pool, pop(), pop())
          break
        case 0x53: // MSTORE8
          fillWords(state, pop(), pool.const(1n), () => null)
          pop()
          break
        case 0x54: {
          // SLOAD
          const key = pop()
          effects.push({ kind: 'load', key })
          stack.push(loadStorage(state, pool, key))
          break
        }
        case 0x55: {
          // SSTORE
          const key = pop()
          const value = pop()
          effects.push({ kind: 'store', key, value })
          ownStorage(state).set(key.id, { key, value })
          break
        }
        case 0x56: // JUMP
          return { effects, exit: { kind: 'jump', to: pop() }, steps }
        case 0x57: {
          // JUMPI
          const to = pop()
          return { effects, exit: { kind: 'branch', condition: truth(run, pop()), to, next }, steps }
        }
        case 0x5b: // JUMPDEST
          break
        case 0x5e: {
          // MCOPY
          const to = pop()
          const words = readWords(state, pop(), pop())
          if (words !== null) fillWords(state, to, pool.const(BigInt(words.length) * 32n), (i) => words[i] ?? null)
          break
        }
        case 0xf3: {
          // RETURN
          const from = pop()
          return { effects, exit: { kind: 'success', returns: readWord(state, from, unknown) }, steps }
        }
        case 0xfd: // REVERT
        case 0xfe: // INVALID
          return { effects, exit: REVERT, steps }
        case 0xff: // SELFDESTRUCT
          return { effects, exit: { kind: 'success', returns: null }, steps }
        default: {
          if (pops === 0 && pushes === 0) return { effects, exit: REVERT, steps }
          for (let i = 0; i < pops; i++) pop()
          if (pushes > 0) stack.push(unknown())
        }
      }
    }
    at = next
  }
}

/** Assumed CALLDATASIZE, large enough that no length check fails. */
const CALL_DATA_BYTES = 4_096n

function swap(stack: Expr[], depth: number): void {
  const top = stack.length - 1
  const other = stack[top - depth] as Expr
  stack[top - depth] = stack[top] as Expr
  stack[top] = other
}

function arithmetic({ pool }: Run, op: Arithmetic | 'gt' | 'sgt' | 'shl' | 'shr' | 'byte' | 'signextend', opcode: number, pop: () => Expr): Expr {
  const a = pop()
  if (op === 'iszero') return isZeroOf(pool, a)
  if (op === 'not') return complement(pool, a)
  const b = pop()
  switch (op) {
    case 'gt':
      return binary(pool, 'lt', b, a)
    case 'sgt':
      return binary(pool, 'slt', b, a)
    case 'shl':
    case 'shr':
      if (!isConst(a)) return pool.intern({ op: 'other', args: [a, b], data: opcode })
      return (op === 'shl' ? shiftLeft : shiftRight)(pool, a.value > 256n ? 256 : Number(a.value), b)
    case 'byte':
      if (!isConst(a) || a.value > 31n) return pool.intern({ op: 'other', args: [a, b], data: opcode })
      return lowBits(pool, 8, shiftRight(pool, 8 * (31 - Number(a.value)), b))
    case 'signextend':
      return b
    case 'other':
      return pool.intern({ op: 'other', args: [a, b], data: opcode })
    case 'exp':
      if (isConst(a) && a.value === 2n && isConst(b) && b.value < 256n) return pool.const(1n << b.value)
      return binary(pool, op, a, b)
    default:
      return binary(pool, op, a, b)
  }
}

/** JUMPI jumps on any value but zero, so the condition `a - b` or `a ^ b` is an inequality. */
const truth = ({ pool }: Run, condition: Expr): Expr =>
  condition.op === 'sub' || condition.op === 'xor' ? isZeroOf(pool, isZeroOf(pool, condition)) : condition

function hash(run: Run, state: State, from: Expr, length: Expr, unknown: () => Expr): Expr {
  const words = readWords(state, from, length)
  return words === null ? unknown() : run.pool.intern({ op: 'hash', args: words })
}

function callData({ pool, firstWord }: Run, offset: Expr): Expr {
  if (!isConst(offset)) return pool.intern({ op: 'input', args: [offset] })
  return offset.value === 0n ? pool.const(firstWord) : pool.intern({ op: 'input', data: Number(offset.value & 0xffffffffn) })
}

function copyCallData(run: Run, state: State, [to, from, length]: readonly [Expr, Expr, Expr]): void {
  fillWords(state, to, length, (i) => (isConst(from) ? callData(run, run.pool.const(from.value + BigInt(i) * 32n)) : null))
}

/** CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2, STATICCALL. */
const CALLS: ReadonlySet<number> = new Set([0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa])
const CREATES: ReadonlySet<number> = new Set([0xf0, 0xf5])
/** CALL and CALLCODE pass a value; DELEGATECALL and STATICCALL do not. */
const WITH_VALUE: ReadonlySet<number> = new Set([0xf1, 0xf2])

function call(run: Run, state: State, effects: Effect[], opcode: number, unknown: () => Expr): void {
  const { pool } = run
  const { stack } = state
  const operands = stack.splice(stack.length - arityOf(opcode)[0]).reverse()
  if (CREATES.has(opcode)) {
    effects.push({ kind: 'create' })
    stack.push(unknown())
    return
  }
  const [, target, ...rest] = operands as [Expr, Expr, ...Expr[]]
  const [from, , to, length] = (WITH_VALUE.has(opcode) ? rest.slice(1) : rest) as [Expr, Expr, Expr, Expr]
  const args = readArguments(state, from)
  effects.push({ kind: 'call', opcode, target, args })
  const { data, name } = unknown()
  const result = (index: number): Expr => pool.intern({ op: 'result', args: [target, ...args], data, size: index, name })
  if (!isConst(length) || length.value > 0n) fillWords(state, to, length, (i) => result(i + 1))
  stack.push(result(0))
}
