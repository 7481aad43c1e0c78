import { ERC20 } from '../../encoding/erc20.ts'
import { EXTCODESIZE } from '../execution/execute.ts'
import { combineAssumptions, type Assumption } from '../values/evaluate.ts'
import type { Expr } from '../values/expression.ts'
import { FIRST_ARGUMENT, isInput, SECOND_ARGUMENT, THIRD_ARGUMENT } from '../token/storage-layout.ts'
import { AMOUNT, BLOCK, NOW, assumeTypicalState } from '../token/setter-values.ts'
import { isCaller } from '../token/unprivileged-caller.ts'
import type { TokenFunction, TokenCode } from '../token/token-code.ts'
import { subexpressions } from '../values/subexpressions.ts'

/** A transfer by an unprivileged holder. */
export interface Sale {
  readonly called: TokenFunction
  readonly assumption: Assumption
  /** Offset of the recipient in the call data. */
  readonly recipient: number
  /** Whether an expression is the holder. */
  readonly isHolder: (expr: Expr) => boolean
}

/** Assumed balance of the holder, raw units. */
const HELD = 10n * AMOUNT
/** Assumed seconds or blocks since the holder's last trade. */
const LONG_AGO = 1_000_000n
const FLAG_BITS = 8

export const findSales = (token: TokenCode): Sale[] =>
  [saleBy(token, ERC20.transfer, FIRST_ARGUMENT, SECOND_ARGUMENT), saleBy(token, ERC20.transferFrom, SECOND_ARGUMENT, THIRD_ARGUMENT)].filter(
    (sale) => sale !== null,
  )

function saleBy(token: TokenCode, selector: string, recipient: number, amount: number): Sale | null {
  const called = token.functions.find((one) => one.selector === selector)
  // Without allowances, transferFrom belongs to an NFT: its third argument is a token id (ERC-721).
  if (called === undefined || (selector === ERC20.transferFrom && token.layout.allowances.size === 0)) return null
  const isHolder = (expr: Expr): boolean => isCaller(expr) || (selector === ERC20.transferFrom && isInput(expr, FIRST_ARGUMENT))
  const holder: Assumption = (expr) => {
    if (isInput(expr, amount)) return AMOUNT
    if (expr.op === 'field') {
      const location = token.contract.locationOf(expr.args[0] as Expr)
      return location !== null && token.layout.balances.has(location.id) && location.keys.some(isHolder) ? HELD : null
    }
    // The holder is an externally owned account, which has no code.
    if (expr.op === 'other') return expr.data === EXTCODESIZE && isHolder(expr.args[0] as Expr) ? 0n : null
    if (expr.op !== 'eq') return null
    const [a, b] = expr.args as [Expr, Expr]
    return isHolder(a) !== isHolder(b) ? 0n : null
  }
  const stamps = stampsIn(token, called, isHolder)
  const traded: Assumption = (expr) => stamps.get(expr) ?? null
  return { called, recipient, isHolder, assumption: combineAssumptions(traded, holder, token.unprivileged, assumeTypicalState(token)) }
}

/** Assumed values of timestamps and block numbers stored per holder, such as the time of the last trade. */
function stampsIn({ contract, layout }: TokenCode, { graph }: TokenFunction, isHolder: Sale['isHolder']): Map<Expr, bigint> {
  const stamps = new Map<Expr, bigint>()
  for (const { terminator } of graph.blocks) {
    if (terminator.kind !== 'branch') continue
    const parts = [...subexpressions(terminator.condition)]
    const clock = parts.find(({ op, name }) => op === 'env' && (name === 'timestamp' || name === 'number'))
    if (clock === undefined) continue
    for (const part of parts) {
      const location = part.op === 'field' && part.size > FLAG_BITS ? contract.locationOf(part.args[0] as Expr) : null
      const isOwn = location !== null && location.keys.length === 1 && location.keys.some(isHolder) && !layout.balances.has(location.id)
      if (isOwn) stamps.set(part, clock.name === 'timestamp' ? NOW - LONG_AGO : BLOCK - LONG_AGO)
    }
  }
  return stamps
}
