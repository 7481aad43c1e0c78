import type { DecodeWarning, Trade } from '../../../../../src-shared/domain/events.ts'
import type { DecodableTransaction, ProgramInstruction } from '../../programs/program-instruction.ts'
import { isReposition } from '../../programs/registry.ts'
import { STAKE_POOLS } from '../../programs/stake-pools.ts'
import { endOf, eventNumber } from '../../transaction/instruction.ts'
import type { Movement, Movements } from '../../transaction/movements.ts'
import type { DecodedSwap } from './read-swap.ts'
import { warning } from '../warnings.ts'

/** Addresses of native programs end so, and those that are not token programs invoke nothing that moves a token. */
const NATIVE = /1{20}$/

/** What may have happened in a transaction without being decoded. */
export function undecoded(tx: DecodableTransaction, movements: Movements, swaps: readonly DecodedSwap[], trades: readonly Trade[]): DecodeWarning[] {
  if (!tx.innerRecorded && tx.instructions.some(({ program, moves }) => !moves && !NATIVE.test(program)))
    return [warning(tx.signature, 'inner_not_recorded', 'The node recorded no inner instructions. What moved in them is missing.')]
  if (!hasTwoTokens(movements)) return []
  const read = new Set([...trades.map(({ position }) => position.event), ...swaps.map(({ instruction }) => eventNumber(instruction))])
  const programs = new Set(tx.instructions.filter((instruction) => isExchange(tx, movements, instruction, read)).map(({ program }) => program))
  return [...programs].map((program) =>
    warning(tx.signature, 'exchange_undecoded', `${program}: it took one token and gave another, as a swap does, and has no decoder for it.`),
  )
}

/** Whether an instruction itself moves one token from an owner and another token to the same owner, and no trade is read in it. */
function isExchange(tx: DecodableTransaction, movements: Movements, called: ProgramInstruction, read: ReadonlySet<number>): boolean {
  const { index, moves, outer, depth, program } = called
  if (moves || depth === 0 || tx.instructions[index + 1]?.outer !== outer || STAKE_POOLS.has(program) || isReposition(called)) return false
  const end = endOf(tx.instructions, index)
  if (read.has(outer * 1000) || tx.instructions.slice(index, end).some((part) => read.has(eventNumber(part)))) return false
  const direct = movements.between(index + 1, end).filter((move) => isPaidBy(called, move))
  return direct.some((paid) => direct.some((got) => got.mint !== paid.mint && got.toOwner === paid.fromOwner))
}

function hasTwoTokens(movements: Movements): boolean {
  let mint: string | null = null
  for (const move of movements.all()) {
    if (move.kind !== 'transfer') continue
    mint ??= move.mint
    if (move.mint !== mint) return true
  }
  return false
}

const isPaidBy = ({ depth }: ProgramInstruction, { kind, instruction }: Movement): boolean =>
  kind === 'transfer' && instruction.depth === depth + (instruction.batched ? 2 : 1)
